/** Places that tenants share: whoever came first goes first, unless its tenant has its share already. */
export class Turns {
  readonly #places: number
  readonly #perTenant: number
  readonly #waiting: { readonly tenantId: string; go(): void }[] = []
  readonly #taken = new Map<string, number>()
  #takenInAll = 0

  constructor(places: number, perTenant: number) {
    this.#places = places
    this.#perTenant = perTenant
  }

  /** Resolves with the place. @throws the signal's reason */
  async take(tenantId: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#mayTake(tenantId)) return this.#count(tenantId, 1)
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
    const next = this.#waiting.findIndex(each => this.#mayTake(each.tenantId))
    if (next < 0) return
    const [turn] = this.#waiting.splice(next, 1)
    if (!turn) return
    this.#count(turn.tenantId, 1)
    turn.go()
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
