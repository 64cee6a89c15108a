// The middle of a range.
int middle(int low, int high) { return low + (high - low) / 2; }
