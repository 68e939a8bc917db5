"""The rules of Master Udo; compiled where a C compiler is found."""
