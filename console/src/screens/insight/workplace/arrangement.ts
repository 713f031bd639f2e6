/** Parts of the workbench that a person may move and hide. The sentence on top always stands. */
export const blocks = [
  'needs',
  'day',
  'strips',
  'upcoming',
  'edited',
  'finance',
  'limits',
  'hourly',
  'recent',
  'sandbox',
] as const
export type Block = (typeof blocks)[number]

export interface Placed {
  readonly block: Block
  readonly isShown: boolean
}

/** Whoever settles money sees it first, whoever keeps processes alive those, whoever makes strategies what they work on. */
export function orderOfRole(can: (permission: string) => boolean): readonly Block[] {
  if (can('strategy:update')) return move(['needs', 'day', 'strips', 'upcoming', 'edited'])
  if (can('reconciliation:update')) return move(['finance', 'needs', 'day', 'strips'])
  if (can('process:query')) return move(['needs', 'limits', 'strips', 'upcoming', 'day'])
  return blocks
}

const move = (first: readonly Block[]): Block[] => [...first, ...blocks.filter(block => !first.includes(block))]

/** A stored arrangement: blocks in their order, a hidden one behind a minus. What it does not name comes where the role has it. */
export function arrange(stored: string, role: readonly Block[]): Placed[] {
  const named = stored.split(',').flatMap((text): Placed[] => {
    const isShown = !text.startsWith('-')
    const block = role.find(known => known === (isShown ? text : text.slice(1)))
    return block === undefined ? [] : [{ block, isShown }]
  })
  const once = named.filter(({ block }, index) => named.findIndex(other => other.block === block) === index)
  return [
    ...once,
    ...role.filter(block => !once.some(other => other.block === block)).map(block => ({ block, isShown: true })),
  ]
}

export const spell = (placed: readonly Placed[]): string =>
  placed.map(({ block, isShown }) => (isShown ? block : `-${block}`)).join()
