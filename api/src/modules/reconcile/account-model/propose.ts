import type { Tx } from '@sluice/db'
import type { RuleSet } from '@sluice/matcher'
import { refuse } from '../../../http/refuse.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import { hashRule, toRuleSet } from '../flow/index.ts'
import type { ModelConfig, RuleProposal, RuleTest } from './contract.ts'
import { insertRejection, listExamples, listRejected } from './example-rows.ts'
import { type Proposed, proposeRules } from './propose-rules.ts'

/** Shown at a time: each is tried on the lines. */
const MOST_SHOWN = 3
const EXAMPLES = 5
const MOST_RULES = 20
const REFERRING = ['exact', 'aggregate', 'tolerance', 'batch']

type Tried = Omit<RuleTest, 'elapsed_ms'>
export type TryRules = (ruleSet: RuleSet) => Promise<Tried>

/** What matches by hand speak for, without what is a rule already and what was rejected. */
export async function listProposed(tx: Tx, flowIds: readonly string[], current: ModelConfig): Promise<Proposed[]> {
  if (flowIds.length === 0 || current.rules.length >= MOST_RULES) return []
  const rejected = await listRejected(tx, flowIds)
  // One that a person switched off was said no to as well.
  const known = new Set(current.rules.map(({ rule }) => hashRule(rule)))
  return proposeRules(await listExamples(tx, flowIds))
    .filter(({ shape, rule }) => !rejected.has(shape) && !known.has(hashRule(rule)))
    .slice(0, MOST_SHOWN)
}

/** Numbers before guesses: behind the last rule that compares a whole number, or at the end. */
export function addRule({ rules, ...rest }: ModelConfig, { rule }: Proposed): ModelConfig {
  const last = rules.findLastIndex(each => REFERRING.includes(each.rule.kind))
  const at = REFERRING.includes(rule.kind) ? last + 1 : rules.length
  return { ...rest, rules: rules.toSpliced(at, 0, { is_on: true, rule }) }
}

const toSet = ({ rules }: ModelConfig): RuleSet =>
  toRuleSet(
    rules.filter(({ is_on }) => is_on).map(({ rule }) => rule),
    () => ({ right: 0, wrong: 0 }),
  )

/** What a proposed rule would do to what is confirmed, and what it would find besides. */
export async function measure(current: ModelConfig, proposed: Proposed, tryRules: TryRules) {
  const before = await tryRules(toSet(current))
  const after = await tryRules(toSet(addRule(current, proposed)))
  const own = after.rules.find(({ rule }) => rule === proposed.rule.id)
  return {
    ...{ lines: after.lines, is_cut: after.is_cut, currencies: after.currencies },
    ...{ gained: own?.gained ?? 0, right: own?.right ?? 0, contradicted: own?.wrong ?? 0, proven: own?.proven ?? 0 },
    lost: Math.max(0, before.kept - after.kept),
    samples: after.samples.filter(({ rule }) => rule === proposed.rule.id).slice(0, EXAMPLES * 2),
  }
}

export async function describeProposed(
  current: ModelConfig,
  proposed: readonly Proposed[],
  tryRules: TryRules,
): Promise<RuleProposal[]> {
  const described: RuleProposal[] = []
  for (const each of proposed)
    described.push({
      ...{ shape: each.shape, rule: each.rule, count: each.examples.length },
      examples: each.examples.slice(-EXAMPLES).map(({ id, a, b }) => ({
        group: id,
        a: a.map(line => `A${line.id}`),
        b: b.map(line => `B${line.id}`),
      })),
      place: addRule(current, each).rules.findIndex(({ rule }) => rule.id === each.rule.id) + 1,
      effect: await measure(current, each, tryRules),
    })
  return described
}

/** @throws Failure `conflict.proposalGone`: somebody took or rejected it, or took back a match that spoke for it */
export function findProposed(proposed: readonly Proposed[], shape: string): Proposed {
  const found = proposed.find(each => each.shape === shape)
  if (!found) throw refuse('conflict.proposalGone')
  return found
}

/** For good: the shape is not proposed again in any flow of the account. */
export async function rejectProposed(
  tx: Tx,
  ctx: RouteContext,
  given: { readonly accountId: string; readonly reason: string; readonly proposed: Proposed },
): Promise<void> {
  const { accountId, reason, proposed } = given
  const { userId } = ctx.principal
  const rule = JSON.stringify(proposed.rule)
  if ((await insertRejection(tx, { accountId, shape: proposed.shape, rule, reason, userId })) === 0)
    throw refuse('conflict.proposalGone')
}
