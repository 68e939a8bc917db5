"""How strong the belts are, measured pair by pair."""
