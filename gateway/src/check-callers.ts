import { isDeepStrictEqual } from 'node:util'
import { flattenFields, PUSHED_RECORDS, type SourceConfig, type StrategyConfig } from '@sluice/contract'
import type { Tx } from '@sluice/db'
import type { Engine } from '@sluice/engine'
import { type ChangedField, judgeSent } from './judge-sent.ts'
import { type CallerBreak, judgeUse, type SourceShape } from './judge-use.ts'
import { listPublishedTo } from './setting-rows.ts'
import { listSent, listUse } from './use-rows.ts'

/** An application whose calls of the last days would find something else. */
interface CheckedCaller {
  readonly application_id: string
  readonly application_name: string
  readonly breaks: readonly CallerBreak[]
  /** What of the records it sent would be written otherwise. */
  readonly changed: readonly ChangedField[]
}

export interface CheckedCallers {
  /** Calls that were looked at, and records that were taken and mapped again. */
  readonly calls: number
  readonly records: number
  /** Records of which only a run can say what would become. */
  readonly untried: number
  /** The source does not tell its fields, now or then, so nothing is known of those handed out. */
  readonly is_untold: boolean
  readonly callers: readonly CheckedCaller[]
}

export interface CallersQuestion {
  readonly tenantId: string
  readonly strategyId: string
  readonly before: StrategyConfig
  readonly after: StrategyConfig
  readonly days: number
  /** A transaction that sees what the asker sees. */
  tenant<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

type Deps = Pick<Engine, 'strategies' | 'connections'>

/**
 * What a change of a strategy would break of the calls that its applications made in the last days: their filters, what they were
 * handed out, the records they sent. Nothing is written, no call is made.
 */
export async function checkCallers(engine: Deps, question: CallersQuestion): Promise<CheckedCallers> {
  const { tenantId, strategyId, before, after, days, tenant } = question
  const asked = await tenant(async tx => {
    const applications = await listPublishedTo(tx, strategyId)
    if (applications.length === 0) return null
    const window = { strategyId, applicationIds: applications.map(({ id }) => id), days }
    const bind = ({ mapping, source: { filter } }: StrategyConfig) =>
      engine.strategies.readRules(tx, tenantId, { mapping, filter })
    return {
      applications,
      uses: await listUse(tx, window),
      sent: await listSent(tx, window),
      rules: [await bind(before), await bind(after)] as const,
    }
  })
  if (!asked) return { calls: 0, records: 0, untried: 0, is_untold: false, callers: [] }
  const { applications, uses, sent, rules } = asked
  const shapes = uses.length === 0 ? null : await describeBoth(engine, tenantId, before, after)
  const sides = { before: { config: before, rules: rules[0] }, after: { config: after, rules: rules[1] } }
  const callers: (CheckedCaller & { readonly tried: number; readonly untried: number })[] = []
  for (const application of applications) {
    const own = <Row extends { readonly application_id: string }>(rows: readonly Row[]): Row[] =>
      rows.filter(row => row.application_id === application.id)
    const rows = own(sent)
    const judged = rows.length === 0 ? NOTHING : await judgeSent(engine.strategies, tenantId, rows, sides)
    const breaks = shapes ? judgeUse(application, strategyId, own(uses), shapes) : []
    callers.push({
      ...{ application_id: application.id, application_name: application.name },
      ...{ ...judged, breaks: [...breaks, ...judged.breaks] },
    })
  }
  const sum = (of: 'tried' | 'untried'): number => callers.reduce((all, each) => all + each[of], 0)
  return {
    calls: uses.reduce((all, each) => all + each.calls, 0),
    records: sum('tried'),
    untried: sum('untried'),
    is_untold: shapes?.isUntold ?? false,
    callers: callers
      .filter(({ breaks, changed }) => breaks.length > 0 || changed.length > 0)
      .map(({ tried: _tried, untried: _untried, ...caller }) => caller),
  }
}

const NOTHING = { breaks: [], changed: [], tried: 0, untried: 0 }

/** Far systems are asked only where something else is read. */
async function describeBoth(engine: Deps, tenantId: string, before: StrategyConfig, after: StrategyConfig) {
  const isSame = isDeepStrictEqual(placeOf(before.source), placeOf(after.source))
  const [old, next] = isSame
    ? [null, null]
    : await Promise.all([before, after].map(({ source }) => listFields(engine, tenantId, source)))
  const shape = ({ source }: StrategyConfig, fields: SourceShape['fields'] = null): SourceShape => ({
    ...{ source, fields },
    isOpen: source.resource === PUSHED_RECORDS,
  })
  return { before: shape(before, old), after: shape(after, next), isUntold: !isSame && !(old && next) }
}

const placeOf = ({ connector_id, resource, options, flatten, group }: SourceConfig): unknown =>
  JSON.parse(JSON.stringify({ connector_id, resource, options, flatten: flatten ?? [], group }))

/** null: it cannot say, or not now. */
async function listFields(
  { connections }: Deps,
  tenantId: string,
  { connector_id, resource, options, flatten = [], group }: SourceConfig,
): Promise<SourceShape['fields']> {
  if (group) return null
  const described = await connections.describe(tenantId, connector_id, resource, options, 'source').catch(() => null)
  return described && described.fields.length > 0 ? flattenFields(described.fields, flatten) : null
}
