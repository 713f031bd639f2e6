import type { reasons, Story, stages, stepKinds } from './contract.ts'
import { explainedReasons } from './contract.ts'

type StepKind = (typeof stepKinds)[number]
type Reason = (typeof reasons)[number]
type StageName = (typeof stages)[number]

/** A line as far as the story goes. */
export interface StoryLine {
  readonly key: string
  readonly side: 'a' | 'b'
  readonly minor: bigint
  readonly currency: string
  readonly status: string
  /** Of its accounting item; null: nobody said what it is for. */
  readonly class: string | null
  /** Whether lines of the item wait for a counterpart. */
  readonly isMatched: boolean
  /** It lies at a bank: money that arrived. */
  readonly isBank: boolean
  readonly batch: string | null
  readonly isCarried: boolean
  readonly group: string | null
}

export interface StoryGroup {
  readonly id: string
  readonly state: string
  readonly aCount: number
  readonly bCount: number
  readonly differenceMinor: bigint
  /** State of what is booked for its difference, and how much; null: nothing is. */
  readonly booking: { readonly state: string; readonly minor: bigint } | null
}

/** What a platform paid out together, and what the bank says of it. */
interface StoryBatch {
  readonly batch: string
  readonly currency: string
  readonly paidOutMinor: bigint
  /** null: no line of a bank names it. */
  readonly arrivedMinor: bigint | null
  /** Keys of the bank's lines. */
  readonly lines: readonly string[]
}

export interface StoryVoucher {
  readonly id: string
  readonly number: string | null
  readonly state: string
}

export interface Given {
  readonly lines: readonly StoryLine[]
  readonly groups: ReadonlyMap<string, StoryGroup>
  readonly batches: readonly StoryBatch[]
  /** Of a line of side A: the voucher that has it, or that there is one which was made before it. */
  voucherOf(key: string): StoryVoucher | 'later' | null
}

export type Derived = Omit<Story, 'lines'>

const FLOWS: readonly StepKind[] = ['paid', 'subsidy', 'commission', 'freight', 'refund', 'other', 'unclassified']
const STEP_OF: Readonly<Record<string, StepKind>> = {
  goods: 'paid',
  subsidy: 'subsidy',
  commission: 'commission',
  service: 'commission',
  promotion: 'commission',
  freight: 'freight',
  refund: 'refund',
}
const stepOf = (line: StoryLine): StepKind => (line.class === null ? 'unclassified' : (STEP_OF[line.class] ?? 'other'))

const sum = (lines: readonly { readonly minor: bigint }[]): bigint => lines.reduce((all, { minor }) => all + minor, 0n)
const keysOf = (lines: readonly StoryLine[]): string[] => lines.map(({ key }) => key)
const isLeftOut = ({ status }: StoryLine): boolean => status === 'duplicate' || status === 'ignored'

/**
 * The story of the lines of one order, by currency. What is settled is the sum of the platform's lines, so nothing is lost on the
 * way there; between it and each stage behind it, every minor unit is in exactly one residue.
 */
export function deriveStories(given: Given): Derived[] {
  const currencies = [...new Set(given.lines.map(({ currency }) => currency))].toSorted()
  return currencies.map(currency =>
    deriveOne(
      currency,
      given.lines.filter(line => line.currency === currency),
      given,
    ),
  )
}

interface Found {
  readonly reason: Reason
  readonly minor: bigint
  readonly lines: readonly string[]
  readonly detail?: string
}

function deriveOne(currency: string, all: readonly StoryLine[], given: Given): Derived {
  const counted = all.filter(line => !isLeftOut(line))
  const paid = counted.filter(line => line.side === 'a' && isOfPlatform(line))
  const documents = counted.filter(line => line.side === 'b' && isOfPlatform(line))
  const settledMinor = sum(paid)
  const steps = stepsOf(paid)
  const bank = reachBank(
    paid,
    counted.filter(({ isBank }) => isBank),
    given.batches.filter(batch => batch.currency === currency),
  )
  const booked = reachVoucher(paid, given)
  const against = holdAgainst(paid, documents, given.groups)
  const reached: readonly (readonly [StageName, bigint, readonly Found[]])[] = [
    ['documents', sum(documents), against],
    ['bank', bank.minor, bank.found],
    ['voucher', booked.minor, booked.found],
  ]
  const last = (kind: StepKind, minor: bigint, lines: readonly string[], vouchers: readonly StoryVoucher[] = []) => ({
    ...{ kind, amount_minor: String(minor), after_minor: String(minor), lines: [...lines], vouchers: [...vouchers] },
  })
  return {
    currency,
    steps: [
      ...steps,
      last('settled', settledMinor, keysOf(paid)),
      last('bank', bank.minor, bank.lines),
      last('voucher', booked.minor, booked.lines, booked.vouchers),
    ],
    stages: reached.map(([stage, minor, found]) => ({
      stage,
      reached_minor: String(minor),
      residue_minor: String(settledMinor - minor),
      open_minor: String(sum(found.filter(({ reason }) => !explainedReasons.includes(reason)))),
    })),
    residues: reached.flatMap(([stage, , found]) => found.map(each => describe(stage, each))),
    left_out: keysOf(all.filter(isLeftOut)),
  }
}

/** Money on its way out of the platform is no part of what the platform settled. */
const isOfPlatform = (line: StoryLine): boolean => !line.isBank && line.class !== 'withdrawal'

function stepsOf(paid: readonly StoryLine[]): Derived['steps'] {
  let after = 0n
  return FLOWS.flatMap(kind => {
    const lines = paid.filter(line => stepOf(line) === kind)
    const minor = sum(lines)
    after += minor
    // An order without a payment says so; of the others only what is there.
    if (lines.length === 0 && kind !== 'paid') return []
    return [...[{ kind, amount_minor: String(minor), after_minor: String(after), lines: keysOf(lines), vouchers: [] }]]
  })
}

const describe = (stage: StageName, { reason, minor, lines, detail = '' }: Found): Story['residues'][number] => ({
  ...{ stage, reason, amount_minor: String(minor), is_open: !explainedReasons.includes(reason) },
  ...{ lines: [...lines], detail },
})

/** Of the lines of one batch all arrived, or nobody can say which did. */
function reachBank(paid: readonly StoryLine[], bank: readonly StoryLine[], batches: readonly StoryBatch[]) {
  const found: Found[] = []
  const lines: string[] = []
  let minor = 0n
  const names = [...new Set(paid.map(({ batch }) => batch))]
  for (const name of names.filter(each => each !== null)) {
    const own = paid.filter(({ batch }) => batch === name)
    const whole = batches.find(({ batch }) => batch === name)
    if (!whole || whole.arrivedMinor === null)
      found.push({ reason: 'bank_missing', minor: sum(own), lines: keysOf(own), detail: name })
    else if (whole.arrivedMinor === whole.paidOutMinor) {
      minor += sum(own)
      lines.push(...whole.lines)
    } else {
      const detail = `${name}|${whole.paidOutMinor}|${whole.arrivedMinor}`
      found.push({ reason: 'bank_differs', minor: sum(own), lines: [...keysOf(own), ...whole.lines], detail })
    }
  }
  // Without a batch only a line of the bank that names the order itself can be told to be its money.
  const loose = paid.filter(({ batch }) => batch === null)
  const direct = bank.filter(({ key }) => !lines.includes(key))
  const [out, arrived] = [sum(loose), sum(direct)]
  minor += arrived
  lines.push(...keysOf(direct))
  if (direct.length > 0 && out !== arrived)
    found.push({
      reason: 'bank_differs',
      minor: out - arrived,
      lines: [...keysOf(loose), ...keysOf(direct)],
      detail: `|${out}|${arrived}`,
    })
  else if (direct.length === 0 && loose.length > 0) found.push({ reason: 'no_batch', minor: out, lines: keysOf(loose) })
  // What was paid and taken back before it was paid out is missing nowhere.
  return { minor, lines, found: found.filter(each => each.minor !== 0n) }
}

function reachVoucher(paid: readonly StoryLine[], given: Given) {
  const found = new Map<string, { reason: Reason; minor: bigint; lines: string[]; detail: string }>()
  const vouchers = new Map<string, StoryVoucher>()
  const lines: string[] = []
  let minor = 0n
  for (const line of paid) {
    const voucher = given.voucherOf(line.key)
    if (voucher !== null && voucher !== 'later') vouchers.set(voucher.id, voucher)
    const reason = whyNotBooked(line, voucher)
    if (reason === null) {
      minor += line.minor
      lines.push(line.key)
      continue
    }
    const detail = voucher !== null && voucher !== 'later' ? voucher.id : ''
    const known = found.get(`${reason}${detail}`) ?? { reason, minor: 0n, lines: [], detail }
    known.minor += line.minor
    known.lines.push(line.key)
    found.set(`${reason}${detail}`, known)
  }
  return { minor, lines, found: [...found.values()], vouchers: [...vouchers.values()] }
}

function whyNotBooked(line: StoryLine, voucher: StoryVoucher | 'later' | null): Reason | null {
  if (line.class === null) return 'unclassified'
  if (voucher === null) return 'voucher_missing'
  if (voucher === 'later') return 'voucher_later'
  return voucher.state === 'posted' ? null : 'voucher_waiting'
}

/** Bills less documents: lines that no confirmed match has, and what confirmed matches leave. */
function holdAgainst(
  paid: readonly StoryLine[],
  documents: readonly StoryLine[],
  groups: ReadonlyMap<string, StoryGroup>,
): Found[] {
  const found: Found[] = []
  const settled = new Map<string, StoryLine[]>()
  for (const line of [...paid, ...documents]) {
    const group = line.group === null ? undefined : groups.get(line.group)
    if (group?.state === 'confirmed') settled.set(group.id, [...(settled.get(group.id) ?? []), line])
    else found.push({ reason: whyOpen(line, group), minor: signed(line), lines: [line.key], detail: group?.id ?? '' })
  }
  for (const [id, lines] of settled) {
    const group = groups.get(id)
    if (group) found.push(...leftOf(group, lines))
  }
  return join(found)
}

const signed = ({ side, minor }: StoryLine): bigint => (side === 'a' ? minor : -minor)

function whyOpen(line: StoryLine, group: StoryGroup | undefined): Reason {
  if (group?.state === 'proposed') return 'proposed'
  if (!line.isMatched) return 'needs_none'
  return line.isCarried ? 'carried' : 'waiting'
}

/** What a confirmed match leaves of the lines of this order. */
function leftOf({ id, aCount, bCount, differenceMinor, booking }: StoryGroup, lines: readonly StoryLine[]): Found[] {
  const left = lines.reduce((all, line) => all + signed(line), 0n)
  if (left === 0n) return []
  const keys = keysOf(lines)
  const isBooked = booking?.state === 'approved' && booking.minor === differenceMinor
  // With lines of other orders: what is more here is less there, where the whole leaves nothing.
  if (lines.length < aCount + bCount)
    return [
      {
        ...{ minor: left, lines: keys, detail: id },
        reason: differenceMinor === 0n || isBooked ? 'shared' : 'difference',
      },
    ]
  const reason = isBooked ? 'booked' : booking?.state === 'submitted' ? 'difference_pending' : 'difference'
  return [{ reason, minor: left, lines: keys, detail: id }]
}

/** Of one reason and one match one entry, in the order they were found; what sums up to nothing stays, for it is open. */
function join(found: readonly Found[]): Found[] {
  const joined = new Map<string, { reason: Reason; minor: bigint; lines: string[]; detail: string }>()
  for (const { reason, minor, lines, detail = '' } of found) {
    const known = joined.get(`${reason}|${detail}`)
    if (known) {
      known.minor += minor
      known.lines.push(...lines)
    } else joined.set(`${reason}|${detail}`, { reason, minor, lines: [...lines], detail })
  }
  return [...joined.values()]
}
