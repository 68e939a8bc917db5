"""The rules of Dojo Duel; compiled where a C compiler is found."""
