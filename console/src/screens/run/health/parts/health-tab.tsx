import { DownloadOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Select } from 'antd'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { keepRows } from '../../../../lib/query.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { DataTable } from '../../../../ui/data-table.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FilterBar } from '../../../../ui/filter-bar.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { healthWindows, strategyHealth } from '../pages.ts'
import type { HealthAnswer, HealthLevel } from '../types.ts'
import { useText } from '../use-text.ts'
import { LevelTag } from './level-tag.tsx'
import { useHealthColumns } from './use-health-columns.tsx'

const levels = ['abnormal', 'stalled', 'watch', 'healthy', 'none'] as const satisfies readonly HealthLevel[]
/** Figures move by themselves. */
const POLL_MS = 30_000

const toLevels = (names: readonly string[]): HealthLevel[] => levels.filter(level => names.includes(level))

/** What the list and its export ask alike. */
function useFilter() {
  const [search] = strategyHealth.useSearch()
  const { window, still, group, strategy, keyword, sort } = search
  return {
    window,
    levels: toLevels(search.levels),
    onlyNoGrowth: still ?? false,
    ...(group !== undefined && { group }),
    ...(strategy !== undefined && { strategy_id: strategy }),
    ...(keyword !== undefined && { keyword }),
    ...(sort !== undefined && { sort }),
  }
}

/** Every strategy with its level, the figure that decided, and what can be done. */
export function HealthTab() {
  const text = useText()
  const filter = useFilter()
  const [search, setSearch] = strategyHealth.useSearch()
  const { page, pageSize, sort } = search
  const { data, error, isFetching, refetch } = useQuery({
    ...api.strategyHealth.search.query({ body: { ...filter, page, pageSize } }),
    ...keepRows,
    refetchInterval: POLL_MS,
  })
  const answer = data?.content
  const isFiltered =
    filter.levels.length > 0 ||
    filter.onlyNoGrowth ||
    search.group !== undefined ||
    search.strategy !== undefined ||
    search.keyword !== undefined
  const clear = () =>
    setSearch({ levels: [], still: undefined, group: undefined, strategy: undefined, keyword: undefined, page: 1 })
  return (
    <>
      {answer?.watch.is_late && (
        <Alert type="error" showIcon title={text.lateTitle} description={text.lateText} className="he-late" />
      )}
      <Levels answer={answer} />
      <DataTable
        id="strategy-health"
        density="small"
        label={text.list}
        columns={useHealthColumns()}
        rowKey={row => row.strategy_id}
        rows={answer?.rows}
        total={answer?.total}
        error={error}
        isFetching={isFetching}
        onReload={() => void refetch()}
        paging={{ page, pageSize, ...(sort !== undefined && { sort }) }}
        onPaging={setSearch}
        isFiltered={isFiltered}
        onClearFilters={clear}
        empty={<Empty isSmall title={text.empty} text={text.emptyText} />}
        toolbar={<Filters />}
        extra={<ExportButton />}
      />
      {answer?.watch.at && (
        <p className="he-under">
          {text.lookedAt} <RelativeTime value={answer.watch.at} />
        </p>
      )}
    </>
  )
}

/** How many there are of each level; a press shows these alone. */
function Levels({ answer }: { readonly answer: HealthAnswer | undefined }) {
  const text = useText()
  const [search, setSearch] = strategyHealth.useSearch()
  const chosen = toLevels(search.levels)
  const toggle = (level: HealthLevel) =>
    setSearch({
      levels: chosen.includes(level) ? chosen.filter(other => other !== level) : [...chosen, level],
      page: 1,
    })
  return (
    <fieldset className="he-levels" aria-label={text.level}>
      {levels.map(level => (
        <button
          key={level}
          type="button"
          className="he-level"
          aria-pressed={chosen.includes(level)}
          title={text.levelHints[level]}
          onClick={() => toggle(level)}
        >
          <strong>{answer?.levels[level] ?? '–'}</strong>
          <LevelTag level={level} />
        </button>
      ))}
    </fieldset>
  )
}

function Filters() {
  const text = useText()
  const [search, setSearch] = strategyHealth.useSearch()
  const { data } = useQuery(api.strategy.groups.query({}))
  const groups = (data?.content ?? []).map(name => ({ value: name, label: name }))
  return (
    <div className="he-line">
      <Select
        aria-label={text.window}
        className="sl-filter-select"
        popupMatchSelectWidth={false}
        value={search.window}
        options={healthWindows.map(value => ({ value, label: text.windows[value] }))}
        onChange={window => setSearch({ window, page: 1 })}
      />
      <FilterBar
        fields={[
          { kind: 'text', name: 'keyword', label: text.keyword },
          { kind: 'select', name: 'group', label: text.group, options: groups },
        ]}
        values={search}
        onChange={patch => setSearch({ ...patch, page: 1 })}
      />
      <Checkbox
        checked={search.still ?? false}
        onChange={event => setSearch({ still: event.target.checked || undefined, page: 1 })}
      >
        {text.still}
      </Checkbox>
    </div>
  )
}

function ExportButton() {
  const text = useText()
  const filter = useFilter()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile(await api.strategyHealth.export({ body: filter }), 'strategy-health.csv'),
    onError: error => message.error(describeError(error).message),
  })
  return (
    <CanButton icon={<DownloadOutlined />} authority="strategy:export" loading={isPending} onClick={() => mutate()}>
      {text.exportAll}
    </CanButton>
  )
}
