// What does a benchmark cost that ends before its results?

export async function run(): Promise<void> {}
