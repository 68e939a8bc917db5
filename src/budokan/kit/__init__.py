"""The kit: the contract every game fulfils, and the tools that make fulfilling it short."""
