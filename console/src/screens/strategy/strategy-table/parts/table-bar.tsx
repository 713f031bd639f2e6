import { DownloadOutlined, FilterOutlined, SettingOutlined, ShareAltOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button, Input, Segmented, Select, Space } from 'antd'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { useStateOptions } from '../../../../ui/use-state-options.ts'
import { SavedFilters } from '../../strategy/public.ts'
import { viewList } from '../model.ts'
import { strategyTable } from '../pages.ts'
import { useText } from '../use-text.ts'
import { fromKept, toKept, type View } from '../view-search.ts'

export interface TableBarProps {
  readonly strategyId: string
  readonly view: View
  readonly conditions: number
  onPanel(which: 'columns' | 'filters' | 'share'): void
}

/** What the table is narrowed to, what it shows, and what may be done with it. */
export function TableBar({ strategyId, view, conditions, onPanel }: TableBarProps) {
  const text = useText()
  const [search, setSearch] = strategyTable.useSearch()
  const states = useStateOptions('record')
  const download = useMutation({
    mutationFn: async () =>
      saveFile(
        await api.strategyTable.export({ params: { strategy: strategyId }, body: { ...view, format: 'csv' } }),
        'table.csv',
      ),
    onSuccess: () => void message.success(text.exported),
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <div className="tb-bar">
      <Input.Search
        key={search.keys.join('\n')}
        className="tb-search"
        allowClear
        aria-label={text.search}
        placeholder={text.search}
        enterButton={text.searchButton}
        defaultValue={search.keys.join(' ')}
        onSearch={typed => setSearch({ keys: splitKeys(typed) })}
      />
      <Select
        mode="multiple"
        className="tb-states"
        aria-label={text.status}
        placeholder={text.status}
        maxTagCount="responsive"
        value={[...search.status]}
        options={states}
        onChange={(status: string[]) => setSearch({ status })}
      />
      <Button
        icon={<FilterOutlined />}
        type={conditions > 0 ? 'primary' : 'default'}
        onClick={() => onPanel('filters')}
      >
        {conditions > 0 ? text.filters(String(conditions)) : text.noFilters}
      </Button>
      <Button icon={<SettingOutlined />} onClick={() => onPanel('columns')}>
        {text.columns}
      </Button>
      <Segmented
        aria-label={text.side}
        value={search.side}
        options={(['source', 'mapped'] as const).map(value => ({ value, label: text.sides[value] }))}
        onChange={side => setSearch({ side, cols: [], where: [] })}
      />
      <Select
        aria-label={text.order}
        title={text.orderHint}
        value={search.order}
        options={(['record', 'change'] as const).map(value => ({ value, label: text.orders[value] }))}
        onChange={order => setSearch({ order })}
      />
      <SavedFilters list={viewList(strategyId)} filter={toKept(search)} onApply={kept => setSearch(fromKept(kept))} />
      <Space.Compact>
        <CanButton
          icon={<DownloadOutlined />}
          authority="strategy:export"
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {text.export}
        </CanButton>
        <CanButton icon={<ShareAltOutlined />} authority="strategy:share" onClick={() => onPanel('share')}>
          {text.share}
        </CanButton>
      </Space.Compact>
      <CopyText value={window.location.href} label={text.copyLink} />
    </div>
  )
}

const MOST_KEYS = 100

const splitKeys = (typed: string): string[] =>
  [...new Set(typed.split(/[\s,，;；]+/).filter(key => key !== ''))].slice(0, MOST_KEYS)
