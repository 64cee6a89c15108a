// The middle of a range, as binary searches computed it for decades.
int middle(int low, int high) { return (low + high) / 2; }
