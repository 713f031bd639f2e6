/** Waits for it, so long at most. */
export async function within(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, timeoutMs)
  await Promise.race([work, late.promise])
  clearTimeout(timer)
}
