/** So many tenants are remembered; one that was forgotten goes first once. */
const MOST_KNOWN = 10_000

/**
 * Places that tenants share, each its share at most. Of those who wait, whose tenant was served longest ago goes first, so
 * that a long queue of one tenant holds up no other; those of one tenant go in their order.
 */
export class Turns {
  readonly #places: number
  readonly #perTenant: number
  readonly #waiting: { readonly tenantId: string; go(): void }[] = []
  readonly #taken = new Map<string, number>()
  /** When a tenant was last given a place, the latest at the end. */
  readonly #served = new Map<string, number>()
  #givenInAll = 0
  #takenInAll = 0

  constructor(places: number, perTenant: number) {
    this.#places = places
    this.#perTenant = perTenant
  }

  /** Resolves with the place. @throws the signal's reason */
  async take(tenantId: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#mayTake(tenantId)) return this.#serve(tenantId)
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        const at = this.#waiting.indexOf(turn)
        if (at >= 0) this.#waiting.splice(at, 1)
        reject(signal?.reason)
      }
      const turn = {
        tenantId,
        go: (): void => {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      this.#waiting.push(turn)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  give(tenantId: string): void {
    this.#count(tenantId, -1)
    let next = -1
    let longestAgo = Number.POSITIVE_INFINITY
    for (const [at, each] of this.#waiting.entries()) {
      const served = this.#served.get(each.tenantId) ?? 0
      if (served >= longestAgo || !this.#mayTake(each.tenantId)) continue
      next = at
      longestAgo = served
    }
    const [turn] = next < 0 ? [] : this.#waiting.splice(next, 1)
    if (!turn) return
    this.#serve(turn.tenantId)
    turn.go()
  }

  #serve(tenantId: string): void {
    this.#count(tenantId, 1)
    this.#served.delete(tenantId)
    this.#served.set(tenantId, ++this.#givenInAll)
    const [oldest] = this.#served.keys()
    if (this.#served.size > MOST_KNOWN && oldest !== undefined) this.#served.delete(oldest)
  }

  #mayTake(tenantId: string): boolean {
    return this.#takenInAll < this.#places && (this.#taken.get(tenantId) ?? 0) < this.#perTenant
  }

  #count(tenantId: string, by: number): void {
    this.#takenInAll += by
    const now = (this.#taken.get(tenantId) ?? 0) + by
    if (now > 0) this.#taken.set(tenantId, now)
    else this.#taken.delete(tenantId)
  }
}
