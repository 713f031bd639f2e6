import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveStories, type StoryGroup, type StoryLine } from './derive.ts'

const classes = ['goods', 'refund', 'commission', 'service', 'freight', 'subsidy', 'withdrawal', 'tax', null]
const line = fc.record({
  ...{ side: fc.constantFrom('a' as const, 'b' as const), minor: fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }) },
  ...{ currency: fc.constantFrom('CNY', 'JPY'), class: fc.constantFrom(...classes), isMatched: fc.boolean() },
  status: fc.constantFrom('open', 'proposed', 'matched', 'ignored', 'duplicate'),
  ...{ isBank: fc.boolean(), isCarried: fc.boolean(), batch: fc.constantFrom(null, 'x', 'y', 'z') },
  group: fc.constantFrom(null, '1', '2', '3', '9'),
  voucher: fc.constantFrom(null, 'later' as const, 'posted', 'draft', 'taken'),
})

test('whatever the lines, every minor unit is in one step, and between any two stages in one residue', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.array(fc.boolean(), { minLength: 4 }), (given, is) => {
      const lines: StoryLine[] = given.map(({ voucher: _, ...each }, at) => ({ ...each, key: `${each.side}${at}` }))
      const group = (id: string, isConfirmed: boolean, isWhole: boolean): StoryGroup => {
        const own = lines.filter(each => each.group === id)
        const of = (side: string) => own.filter(each => each.side === side)
        const total = (side: string) => of(side).reduce((sum, { minor }) => sum + minor, 0n)
        return {
          ...{ id, state: isConfirmed ? 'confirmed' : 'proposed', aCount: of('a').length + (isWhole ? 0 : 3) },
          ...{ bCount: of('b').length, differenceMinor: total('a') - total('b') },
          booking: isWhole ? { state: 'approved', minor: total('a') - total('b') } : null,
        }
      }
      const stories = deriveStories({
        lines,
        groups: new Map(['1', '2', '3'].map((id, at) => [id, group(id, is[at] ?? true, is[at + 1] ?? true)])),
        batches: [
          { batch: 'x', currency: 'CNY', paidOutMinor: 5n, arrivedMinor: 5n, lines: ['a900'] },
          { batch: 'y', currency: 'CNY', paidOutMinor: 5n, arrivedMinor: 4n, lines: ['a901'] },
        ],
        voucherOf: key => {
          const voucher = given[Number(key.slice(1))]?.voucher ?? null
          return voucher === null || voucher === 'later' ? voucher : { id: voucher, number: null, state: voucher }
        },
      })
      const isCounted = ({ status }: StoryLine) => status !== 'ignored' && status !== 'duplicate'
      for (const { currency, steps, stages, residues, left_out } of stories) {
        const own = lines.filter(each => each.currency === currency)
        expect(left_out).toEqual(own.filter(each => !isCounted(each)).map(({ key }) => key))
        const bills = own.filter(each => isCounted(each) && each.side === 'a' && !each.isBank)
        const settled = bills.filter(each => each.class !== 'withdrawal').reduce((sum, { minor }) => sum + minor, 0n)
        const flows = steps.slice(0, -3)
        expect(flows.reduce((sum, step) => sum + BigInt(step.amount_minor), 0n)).toBe(settled)
        expect(flows.at(-1)!.after_minor).toBe(String(settled))
        expect(steps.at(-3)).toMatchObject({ kind: 'settled', amount_minor: String(settled) })
        for (const { stage, reached_minor, residue_minor, open_minor } of stages) {
          const ownResidues = residues.filter(each => each.stage === stage)
          const sum = (of: typeof residues) => of.reduce((all, each) => all + BigInt(each.amount_minor), 0n)
          expect([stage, sum(ownResidues)]).toEqual([stage, settled - BigInt(reached_minor)])
          expect(residue_minor).toBe(String(settled - BigInt(reached_minor)))
          expect(sum(ownResidues.filter(({ is_open }) => is_open))).toBe(BigInt(open_minor))
        }
      }
    }),
    { numRuns: 300 },
  )
})
