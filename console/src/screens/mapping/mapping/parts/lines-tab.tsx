import { DeleteOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons'
import { ApiError } from '@sluice/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Input, Tag, Tooltip } from 'antd'
import { Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { readDraft, useKeptDraft } from '../../../../lib/drafts.ts'
import { keepRows } from '../../../../lib/query.ts'
import { isStale, readStale, type SavedBefore } from '../../../../lib/read-stale.ts'
import { useCan } from '../../../../lib/session.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { type DataColumn, DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { Held } from '../../../../ui/held.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import { StaleNote } from '../../../../ui/stale-note.tsx'
import { mappingDetail } from '../pages.ts'
import type { LineBody, ValueMap } from '../types.ts'
import { useText } from '../use-text.ts'
import {
  addFresh,
  countDrafts,
  editLine,
  fromKept,
  type GridRow,
  type LineDrafts,
  listRows,
  noDrafts,
  toBody,
  toggleRemoved,
  toKept,
} from './line-drafts.ts'
import { refreshMaps } from './queries.ts'

// Opened by few.
const ImportDialog = lazyPart(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))

/** The lines as a grid: edited in place, saved together as the map's next version. */
export function LinesTab({ map }: { readonly map: ValueMap }) {
  const text = useText()
  const [{ keyword, only, page, pageSize }, setSearch] = mappingDetail.useSearch()
  const [importing, setImporting] = useState<'file' | 'paste' | null>(null)
  const grid = useGrid(map)
  const query = { page, pageSize, ...(keyword !== undefined && { keyword }), ...(only !== undefined && { only }) }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.mapping.lines.query({ params: { id: map.id }, query }),
    ...keepRows,
  })
  const columns = useColumns(grid)
  return (
    <>
      <RestoredNote typed={grid} />
      <Held isHeld={grid.isSaving}>
        <DataTable<GridRow>
          id="value-map-lines"
          label={text.lines.label}
          columns={columns}
          rowKey={row => row.key}
          rows={data && listRows(grid.drafts, data.content, grid.problems)}
          total={data?.total}
          error={error}
          isFetching={isFetching}
          onReload={() => void refetch()}
          paging={{ page, pageSize }}
          onPaging={patch => setSearch({ page: patch.page ?? 1, pageSize: patch.pageSize ?? pageSize })}
          isFiltered={keyword !== undefined || only !== undefined}
          onClearFilters={() => setSearch({ keyword: undefined, only: undefined, page: 1 })}
          empty={<Empty isSmall title={text.lines.empty} text={text.lines.emptyText} />}
          onRow={row => ({ className: row.isRemoved ? 'mp-removed' : '' })}
          toolbar={<Filters />}
          extra={
            <>
              <CanButton icon={<PlusOutlined />} authority="mapping:update" onClick={grid.add}>
                {text.lines.add}
              </CanButton>
              <CanButton authority="mapping:import" onClick={() => setImporting('paste')}>
                {text.lines.paste}
              </CanButton>
              <CanButton authority="mapping:import" onClick={() => setImporting('file')}>
                {text.import}
              </CanButton>
            </>
          }
        />
      </Held>
      {grid.late && <StaleNote saved={grid.late.saved} onGoOn={grid.goOn} onReload={grid.discard} />}
      {grid.count > 0 && <SaveBar grid={grid} />}
      {importing !== null && (
        <Suspense>
          <ImportDialog map={map} isPaste={importing === 'paste'} onClose={() => setImporting(null)} />
        </Suspense>
      )}
    </>
  )
}

function Filters() {
  const text = useText().lines
  const [{ keyword, only }, setSearch] = mappingDetail.useSearch()
  const options = Object.entries(text.onlyOptions).map(([value, label]) => ({ value, label }))
  return (
    <FilterBar
      fields={[
        { kind: 'text', name: 'keyword', label: text.keyword },
        { kind: 'select', name: 'only', label: text.only, options },
      ]}
      values={{ keyword, only }}
      onChange={patch => setSearch({ ...patch, page: 1 })}
    />
  )
}

interface Grid {
  readonly drafts: LineDrafts
  readonly problems: ReadonlyMap<string, string>
  readonly count: number
  /** What was typed before the page was left is here again: when it was typed. */
  readonly restoredAt: string | null
  readonly isSaving: boolean
  /** The last save was refused: somebody was quicker. */
  readonly late: { readonly saved: SavedBefore | null } | null
  add(): void
  edit(row: GridRow, change: Partial<LineBody>): void
  toggle(row: GridRow): void
  save(): void
  discard(): void
  /** Keeps what was typed, over what somebody else has saved. */
  goOn(): void
}

interface KeptLines {
  readonly lines: ReturnType<typeof toKept>
  readonly seen: number
}

function useGrid(map: ValueMap): Grid {
  const text = useText().lines
  const client = useQueryClient()
  const about = `mapping/${map.id}/lines`
  const [kept] = useState(() => readDraft<KeptLines>(about))
  const [drafts, setDrafts] = useState<LineDrafts>(() => (kept ? fromKept(kept.value.lines) : noDrafts))
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const count = countDrafts(drafts)
  // The version that the first change was made on: a newer one arriving unseen must end in a refused save, not in a loss.
  const [seen, setSeen] = useState(kept?.value.seen ?? map.version)
  useKeptDraft(about, count > 0 ? { lines: toKept(drafts), seen } : null)
  const change = (next: LineDrafts) => {
    if (count === 0) setSeen(map.version)
    setDrafts(next)
  }
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => {
      const { upsert, remove } = toBody(drafts)
      return api.mapping.saveLines({ params: { id: map.id }, body: { version: seen, upsert, remove } })
    },
    onSuccess: async () => {
      message.success(text.saved(count))
      setDrafts(noDrafts)
      setProblems(new Map())
      await refreshMaps(client)
    },
    onError: error => {
      const { keys } = toBody(drafts)
      setProblems(readProblems(error, keys))
      // The newest is at hand when somebody wants to go on over it.
      if (isStale(error)) void refreshMaps(client)
      else message.error(describeError(error).message)
    },
  })
  const discard = () => {
    setDrafts(noDrafts)
    setProblems(new Map())
    reset()
  }
  return {
    restoredAt: count > 0 && kept ? kept.at : null,
    drafts,
    problems,
    count,
    isSaving: isPending,
    late: isStale(error) ? { saved: readStale(error) } : null,
    add: () => change(addFresh(drafts, crypto.randomUUID?.() ?? String(Math.random()))),
    edit: (row, cells) => change(editLine(drafts, row, cells)),
    toggle: row => change(toggleRemoved(drafts, row)),
    save: () => mutate(),
    discard,
    goOn() {
      setSeen(map.version)
      reset()
    },
  }
}

/** `lines.3.a_value` is the fourth line that was sent. */
function readProblems(error: unknown, keys: readonly string[]): ReadonlyMap<string, string> {
  const problems = new Map<string, string>()
  if (!(error instanceof ApiError) || error.body?.code !== 'invalid.lines') return problems
  // The contract of every 422 with fields.
  for (const { field, message } of error.body.content as { field: string; message: string }[]) {
    const key = keys[Number(field.split('.')[1])]
    if (key !== undefined) problems.set(key, message)
  }
  return problems
}

function SaveBar({ grid }: { readonly grid: Grid }) {
  const text = useText().lines
  return (
    <div className="mp-bar" role="status">
      <span>{text.dirty(grid.count)}</span>
      <Button onClick={grid.discard}>{text.discard}</Button>
      <Button type="primary" loading={grid.isSaving} onClick={grid.save}>
        {text.save(grid.count)}
      </Button>
    </div>
  )
}

function useColumns(grid: Grid): DataColumn<GridRow>[] {
  const text = useText().lines
  const can = useCan()
  const isReadOnly = !can('mapping:update')
  const cell = (field: 'a_value' | 'a_label' | 'b_value' | 'b_label' | 'remark', label: string, width: number) => ({
    key: field,
    title: label,
    width,
    className: 'mp-cell',
    ...(field.endsWith('value') && { isAlwaysShown: true }),
    render: (_: unknown, row: GridRow) => (
      <>
        <Input
          size="small"
          aria-label={`${label} ${row.a_value}`}
          // A new line waits for its value: saved as it is, it would answer the empty text.
          autoFocus={field === 'a_value' && row.isFresh}
          value={row[field]}
          readOnly={isReadOnly || row.isRemoved}
          placeholder={field.endsWith('value') ? text.emptyValue : ''}
          status={field === 'a_value' && row.problem !== null ? 'error' : ''}
          onChange={event => grid.edit(row, { [field]: event.target.value })}
        />
        {field === 'a_value' && <Notes row={row} />}
      </>
    ),
  })
  return [
    cell('a_value', text.a, 200),
    cell('a_label', text.aLabel, 160),
    cell('b_value', text.b, 200),
    cell('b_label', text.bLabel, 160),
    {
      key: 'enabled',
      title: text.enabled,
      width: 70,
      render: (_, row) => (
        <Checkbox
          aria-label={`${text.enabled} ${row.a_value}`}
          checked={row.enabled}
          disabled={isReadOnly || row.isRemoved}
          onChange={event => grid.edit(row, { enabled: event.target.checked })}
        />
      ),
    },
    cell('remark', text.remark, 160),
    {
      key: 'actions',
      title: text.actions,
      width: 80,
      isAlwaysShown: true,
      render: (_, row) => (
        <CanButton
          type="text"
          size="small"
          authority="mapping:update"
          aria-label={`${row.isRemoved ? text.restore : text.remove} ${row.a_value}`}
          icon={row.isRemoved ? <UndoOutlined /> : <DeleteOutlined />}
          onClick={() => grid.toggle(row)}
        />
      ),
    },
  ]
}

function Notes({ row }: { readonly row: GridRow }) {
  const text = useText().lines
  return (
    <>
      {row.problem !== null && <div className="mp-problem">{row.problem}</div>}
      {row.a_value === '*' && <div className="sl-muted">{text.wildcard}</div>}
      {row.isAmbiguous && (
        <Tooltip title={text.ambiguousHint}>
          <Tag color="gold">{text.ambiguous}</Tag>
        </Tooltip>
      )}
    </>
  )
}
