"""The rules of Stances; compiled where a C compiler is found."""
