"""The rules of Udaka; compiled where a C compiler is found."""
