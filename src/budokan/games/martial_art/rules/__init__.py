"""The rules of Martial Art; compiled where a C compiler is found."""
