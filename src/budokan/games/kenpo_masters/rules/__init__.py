"""The rules of Kenpo Masters; compiled where a C compiler is found."""
