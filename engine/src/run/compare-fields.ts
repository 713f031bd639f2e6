import type { SourcePage } from '@sluice/connector-kit'
import { Failure, type Resource } from '@sluice/contract'
import { type Drift, describeDrift, findDrift } from '../discovery/drift.ts'
import { readDrifts } from '../discovery/drift-rows.ts'
import { addRunLine } from '../sql/run-rows.ts'
import { type KnownField, keepFields, readFields } from '../sql/strategy-fields-rows.ts'
import type { Session } from './session.ts'

/**
 * Before anything is read: the fields of the source now, beside those that this version first ran with. One question,
 * asked of a catalogue alone. @throws Failure `source.drift`
 */
export async function compareFields(
  session: Session,
  describe: () => Promise<Pick<Resource, 'fields' | 'isCut'>>,
): Promise<void> {
  const { fields, isCut } = await describe()
  if (isCut || fields.length === 0) return
  const before = await recall(session, fields)
  await judge(session, compareTyped(before, fields), fields)
  await noteNew(session, before, fields)
}

/** As `compareFields` where fields are told by records alone, before the first of them is taken. */
export async function* compareFirstPage(
  session: Session,
  pages: AsyncIterable<SourcePage>,
): AsyncGenerator<SourcePage> {
  let isOpen = true
  for await (const page of pages) {
    if (isOpen) isOpen = !(await comparePage(session, page))
    yield page
  }
}

/** false: it has no record to look at. */
async function comparePage(session: Session, page: SourcePage): Promise<boolean> {
  // Only catalogues have their rows as text, which is not to be decoded.
  if (page.rows) return true
  // Of what is gone often nothing but the key is told.
  const isGone = session.rules.deletes?.isDeleted ?? (() => false)
  const rows = page.records.flatMap(record =>
    record.failure || 'change' in record || isGone(record.data) ? [] : [record.data],
  )
  if (rows.length === 0) return false
  const shown = new Map<string, number>()
  for (const row of rows) for (const name of Object.keys(row)) shown.set(name, (shown.get(name) ?? 0) + 1)
  const fields = [...shown].map(
    ([name, count]): KnownField => ({ name, type: 'json', rows: count === rows.length ? count : 0 }),
  )
  const before = await recall(session, fields)
  await judge(session, compareShown(before, fields, rows.length), fields)
  await noteNew(session, before, fields)
  return true
}

/** What the catalogue saw go between the save of a version and its first run was there when it was made. */
async function recall({ claim, tenant }: Session, fields: readonly KnownField[]): Promise<readonly KnownField[]> {
  return tenant(async tx => {
    const known = await readFields(tx, claim)
    if (known) return known
    const drift = (await readDrifts(tx, claim.strategyId)).find(({ side }) => side === 'source')
    const names = new Set(fields.map(({ name }) => name))
    const lost = (drift?.detail.removed ?? []).filter(name => !names.has(name))
    const first = [...fields, ...lost.map((name): KnownField => ({ name, type: 'json', rows: 1 }))]
    await keepFields(tx, claim, first)
    return first
  })
}

type Change = Pick<Drift, 'removed' | 'changed'>

/** A column that only got wider or longer is of the same type still. */
function compareTyped(before: readonly KnownField[], fields: readonly KnownField[]): Change {
  const now = new Map(fields.map(field => [field.name, field]))
  return {
    removed: before.filter(({ name }) => !now.has(name)).map(({ name }) => name),
    changed: before.flatMap(({ name, type, nativeType }) => {
      const field = now.get(name)
      if (!field || field.type === type || field.nativeType === nativeType) return []
      return [{ name, from: nativeType ?? type, to: field.nativeType ?? field.type }]
    }),
  }
}

/** So many records without a field that all had before are no chance. */
const MANY = 10

/** Fields may be optional: one is gone when as many records lack it as showed it, or when another one stands in its place. */
function compareShown(before: readonly KnownField[], fields: readonly KnownField[], count: number): Change {
  const known = new Set(before.map(({ name }) => name))
  const shown = new Set(fields.map(({ name }) => name))
  const isOther = fields.some(({ name }) => !known.has(name))
  const isGone = ({ name, rows = 0 }: KnownField): boolean =>
    rows > 0 && !shown.has(name) && (isOther || count >= Math.min(MANY, rows))
  return { removed: before.filter(isGone).map(({ name }) => name), changed: [] }
}

async function judge(session: Session, change: Change, fields: readonly KnownField[]): Promise<void> {
  if (change.removed.length + change.changed.length === 0) return
  const specs = fields.map(({ name, type }) => ({ name, type }))
  const drift = findDrift({ gone: false, ...change }, 'source', session.config, specs)
  if (drift.breaks.length > 0) await tellDrift(session, drift)
}

/** What each run was told: one that follows looks again and again. */
const told = new WeakMap<Session, Set<string>>()

/** Stops the run, or says what the strategy accepts. @throws Failure `source.drift` */
export async function tellDrift(
  session: Session,
  drift: Drift,
  message = describeDrift('source', session.config.source.resource, drift),
): Promise<void> {
  const { claim, config, tenant } = session
  if (config.source.drift !== 'accept')
    throw new Failure({
      code: 'source.drift',
      message,
      field: drift.breaks[0] ?? 'source.resource',
      value: [...drift.removed, ...drift.changed.map(({ name }) => name)].join(', '),
      advice:
        'Mend the mapping and save the strategy, or accept in its source settings that fields of the source change.',
    })
  const known = told.get(session) ?? new Set()
  if (known.has(message)) return
  told.set(session, known.add(message))
  await tenant(tx => addRunLine(tx, claim, { level: 'error', text: message, code: 'source.drift', params: {} }))
}

/** Fields that are copied from now on, as all are, are told once; what turned out optional is no more missed. */
async function noteNew(session: Session, before: readonly KnownField[], fields: readonly KnownField[]): Promise<void> {
  const { claim, config, tenant } = session
  const now = new Map(fields.map(field => [field.name, field]))
  const known = new Set(before.map(({ name }) => name))
  const added = fields.filter(({ name }) => !known.has(name))
  const isLooser = ({ name, rows = 0 }: KnownField): boolean => rows > 0 && now.get(name)?.rows === 0
  if (added.length === 0 && !before.some(isLooser)) return
  const kept = before.map(field => (isLooser(field) ? { ...field, rows: 0 } : field))
  const names = added.map(({ name }) => name).join(', ')
  const text = `New fields of the source are copied from now on: ${names}.`
  await tenant(async tx => {
    await keepFields(tx, claim, [...kept, ...added])
    if (config.mapping.copyAll && names !== '')
      await addRunLine(tx, claim, { level: 'notice', text, code: 'source.newFields', params: { fields: names } })
  })
}
