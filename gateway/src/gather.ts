import { setImmediate } from 'node:timers/promises'

/** Of one group at a time: what one round trip carries, and what one failure undoes. */
const MOST = 100

interface Waiting<In, Out> {
  readonly item: In
  resolve(answer: Out): void
  reject(error: unknown): void
}

/**
 * What comes while a batch of its group is under way makes up the next one: alone, nothing waits, and the more that come, the
 * less each costs. `run` answers item by item, in their order.
 */
export function gather<In, Out>(
  groupOf: (item: In) => string,
  run: (items: readonly In[]) => Promise<readonly Out[]>,
): (item: In) => Promise<Out> {
  const lines = new Map<string, Waiting<In, Out>[]>()
  const work = async (group: string, line: Waiting<In, Out>[]): Promise<void> => {
    // Those that come in the same turn of the loop go together.
    await setImmediate()
    while (line.length > 0) {
      const batch = line.splice(0, MOST)
      try {
        const answers = await run(batch.map(({ item }) => item))
        if (answers.length !== batch.length) throw new Error(`a batch of ${batch.length} has ${answers.length} answers`)
        for (const [at, { resolve }] of batch.entries()) resolve(answers[at] as Out) // as many as there are items
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    lines.delete(group)
  }
  return item => {
    const { promise, resolve, reject } = Promise.withResolvers<Out>()
    const group = groupOf(item)
    const line = lines.get(group)
    const waiting = { item, resolve, reject }
    if (line) line.push(waiting)
    else {
      const opened = [waiting]
      lines.set(group, opened)
      void work(group, opened)
    }
    return promise
  }
}
