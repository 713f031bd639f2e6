import { type Data, Failure, RecordState, STORED_RECORDS, type StrategyConfig } from '@sluice/contract'
import type { Database, Tx } from '@sluice/db'
import { compileCounter } from '../aggregate/compile-report.ts'
import { compileFilter, compileRowsFilter, type MapOutcome, type Mapper } from '../map/index.ts'
import { openMapper } from '../record/open-mapper.ts'
import { readResponses } from '../record/read-write-backs.ts'
import { remakeGroup } from '../record/remake-group.ts'
import { compileCallback, compileWriteBack, readAnswers } from '../record/write-back.ts'
import { readConfig } from '../sql/strategy-rows.ts'
import { bindMaps } from '../sql/value-map-rows.ts'
import { compareData } from './compare-data.ts'
import {
  type Before,
  filterRows,
  LEFT_OUT,
  type Loaded,
  loadRecords,
  type Outcomes,
  type Parts,
  refuseUntold,
} from './judge-records.ts'
import type { ChosenRecord, NamedReport, RehearsalWork } from './rehearsal-rows.ts'
import type { FieldChange } from './rehearsals.ts'

/** The published version as the other side: the same records at the same moment, through today's words. */
export interface Published extends Pick<Parts, 'before' | 'beside'> {
  readonly config: StrategyConfig
  close(): void
}

type Changes = FieldChange[]
type Beside = (loaded: readonly Loaded[], outcomes: Outcomes) => Promise<readonly Changes[]> | readonly Changes[]

export async function openPublished(
  database: Database,
  job: RehearsalWork,
  after: StrategyConfig,
  nowMs: () => number,
): Promise<Published> {
  const { tenant_id: tenantId } = job
  const { config, bound } = await database.withTenant(tenantId, async tx => {
    const config = await readConfig(tx, tenantId, job.strategy_id, job.base_version)
    return {
      config,
      bound: await bindMaps(tx, tenantId, config.mapping, { versions: new Map(Object.entries(job.maps)) }),
    }
  })
  const mapper = await openMapper({ database, now: nowMs }, tenantId, bound)
  const filter = compileRowsFilter(config.source.filter ?? [], config.mapping, { now: () => new Date(nowMs()) })
  const writeBack = openWriteBack(config, after)
  const parts: Beside[] = [
    compareDeletes(config, after),
    compareReports(job.reports),
    ...(writeBack ? [writeBack.compare] : []),
  ]
  const before: Before = async loaded => {
    const rows = loaded.map(({ data }) => data)
    const verdicts = await filterRows(rows, filter)
    const open = rows.flatMap((data, index) => (data === null || verdicts[index] === false ? [] : [{ data, index }]))
    const mapped = await mapper.mapPage(open.map(({ data }) => data))
    const outcomes = new Map<number, MapOutcome>()
    for (const [index, verdict] of verdicts.entries()) if (verdict === false) outcomes.set(index, LEFT_OUT)
    for (const [position, { index }] of open.entries())
      outcomes.set(index, refuseUntold(mapped[position]!, verdicts[index])) // one per row
    return outcomes
  }
  return {
    config,
    before,
    async beside(loaded, outcomes) {
      const found = await Promise.all(parts.map(part => part(loaded, outcomes)))
      return loaded.map((_, index) => found.flatMap(changes => changes[index] ?? []))
    },
    close() {
      mapper.close()
      filter.close()
      writeBack?.close()
    },
  }
}

/** Whether a row counts as deleted. */
function compareDeletes(before: StrategyConfig, after: StrategyConfig): Beside {
  const [old, now] = [before, after].map(({ source: { deletes }, mapping }) =>
    deletes?.when ? compileFilter(deletes.when, mapping.edition) : null,
  )
  if (!old || !now) return loaded => loaded.map(() => [])
  return loaded =>
    loaded.map(({ data }) =>
      data === null
        ? []
        : differ(
            'source.deletes',
            () => old(data),
            () => now(data),
          ),
    )
}

/** How many lines of a record a report takes. */
function compareReports(reports: readonly NamedReport[]): Beside {
  const counters = reports.map(({ name, side, edition = 1, ...conditions }) => ({
    field: `report.${name}`,
    side,
    old: compileCounter({ ...conditions, edition }),
    now: compileCounter(conditions),
  }))
  return (loaded, outcomes) =>
    loaded.map(({ data }, index) =>
      counters.flatMap(({ field, side, old, now }) => {
        const outcome = outcomes.get(index)
        const row = side === 'source' ? data : outcome?.kind === 'mapped' ? outcome.data : null
        return row === null
          ? []
          : differ(
              field,
              () => old(row),
              () => now(row),
            )
      }),
    )
}

/** What cannot be compared any more has its reason in the place of a value. */
function differ(field: string, old: () => boolean | number, now: () => boolean | number): Changes {
  const [before, after] = [say(old), say(now)]
  return before === after ? [] : [{ field, before, after }]
}

function say(tell: () => boolean | number): string {
  try {
    return String(tell())
  } catch (error) {
    if (error instanceof Failure) return JSON.stringify(error.message)
    throw error
  }
}

interface Written {
  readonly answers: Mapper
  readonly bodies: Mapper | null
}

/** What is taken from the target's answers, and what is handed on of them. null: nothing, or it stays as it is. */
function openWriteBack(before: StrategyConfig, after: StrategyConfig) {
  const sides = [before, after].map(({ target: { writeBack } }) => writeBack)
  const [old, now] = sides
  if (!old || !now || JSON.stringify(old) === JSON.stringify(now)) return null
  const [left, right] = [old, now].map(writeBack => ({
    answers: compileWriteBack(writeBack),
    bodies: writeBack.callback ? compileCallback(writeBack, writeBack.callback) : null,
  })) as [Written, Written] // two sides
  const compare: Beside = async loaded => {
    const [was, is] = [await take(left, loaded), await take(right, loaded)]
    return loaded.map((_, index) => compareData(was[index] ?? {}, is[index] ?? {}))
  }
  return {
    compare,
    close() {
      for (const { answers, bodies } of [left, right]) {
        answers.close()
        bodies?.close()
      }
    },
  }
}

/** `target.writeBack.field`, and `target.callback.field`; nothing of a record that has no answer. */
async function take({ answers, bodies }: Written, loaded: readonly Loaded[]): Promise<Data[]> {
  const rows = loaded.map(({ record, response }) => ({ response: response ?? null, targetKey: record.target_key }))
  const made = await readAnswers(answers, rows)
  const handed = bodies
    ? await bodies.mapPage(loaded.map(({ data }, index) => ({ ...data, writeBack: made[index] ?? {} })))
    : []
  return loaded.map(({ record }, index): Data => {
    if (record.status !== RecordState.finished) return {}
    const body = handed[index]
    const parts = { writeBack: made[index] ?? {}, ...(body?.kind === 'mapped' && { callback: body.data }) }
    return { target: parts }
  })
}

interface Beyond {
  readonly published: Published
  readonly after: StrategyConfig
  readonly records: readonly ChosenRecord[]
}

/** Records with the target's answers, and with the groups as the other side would read them, where either plays a part. */
export async function readBeside(tx: Tx, job: RehearsalWork, { published, after, records }: Beyond): Promise<Loaded[]> {
  const loaded = await loadRecords(tx, job, records)
  const { source, target } = published.config
  const written = records.filter(({ status }) => status === RecordState.finished)
  const responses = target.writeBack ? await readResponses(tx, job.tenant_id, written) : new Map<string, string>()
  const { group } = after.source
  const isOther = group && source.group && JSON.stringify(group) !== JSON.stringify(source.group)
  const made: Loaded[] = []
  for (const each of loaded) {
    const response = responses.get(each.record.id)
    const given =
      isOther && each.data
        ? await remakeGroup(tx, source.resource.slice(STORED_RECORDS.length), group, each.data)
        : each.data
    made.push({ ...each, response, given })
  }
  return made
}
