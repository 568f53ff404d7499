"""What is drawn over the board on request, and the menu of the layers."""
