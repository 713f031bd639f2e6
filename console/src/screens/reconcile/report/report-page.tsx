import { DownloadOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button, Select, Tabs } from 'antd'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { CanButton } from '../../../ui/can.tsx'
import { DayField } from '../../../ui/day-field.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useAccountOptions } from '../recon-account/public.ts'
import { kinds, reportPage } from './pages.ts'
import { Fees } from './parts/fees.tsx'
import { Items } from './parts/items.tsx'
import { Ages, Unexplained } from './parts/opens.tsx'
import { toQuery } from './parts/queries.ts'
import { Rules } from './parts/rules.tsx'
import type { ReportProps } from './types.ts'
import { useText } from './use-text.ts'
import './report.css'

const shown = { items: Items, fees: Fees, ages: Ages, open: Unexplained, rules: Rules }

/** Figures of the reconciliation, each of which opens what it is made of. */
export default function ReportPage() {
  const text = useText()
  const [search, setSearch] = reportPage.useSearch()
  const Shown = shown[search.kind]
  return (
    <>
      <PageHeader title={text.label} text={text.intro} actions={<Export search={search} onChange={setSearch} />} />
      <Bar search={search} onChange={setSearch} />
      <Tabs
        activeKey={search.kind}
        onChange={key => setSearch({ kind: kinds.find(kind => kind === key) ?? 'items', page: 1 })}
        items={kinds.map(kind => ({ key: kind, label: text.kinds[kind] }))}
      />
      <Shown search={search} onChange={setSearch} />
    </>
  )
}

const pad = (value: number): string => String(value).padStart(2, '0')

/** First and last day of a month, so many before this one. */
function monthOf(back: number, now = new Date()): { readonly from: string; readonly to: string } {
  const first = new Date(now.getFullYear(), now.getMonth() - back, 1)
  const last = new Date(now.getFullYear(), now.getMonth() - back + 1, 0)
  const month = `${first.getFullYear()}-${pad(first.getMonth() + 1)}`
  return { from: `${month}-01`, to: `${month}-${pad(last.getDate())}` }
}

/** Which accounts and which days every report is about. */
function Bar({ search, onChange }: ReportProps) {
  const text = useText()
  const accounts = useAccountOptions()
  const change = (patch: Partial<ReportProps['search']>) => onChange({ ...patch, page: 1 })
  return (
    <search className="rr-bar" aria-label={text.label}>
      <Select
        aria-label={text.account}
        className="rr-account"
        showSearch={{ optionFilterProp: 'label' }}
        value={search.account_id ?? ''}
        options={[{ value: '', label: text.allAccounts }, ...accounts]}
        onChange={id => change({ account_id: id === '' ? undefined : id })}
      />
      <DayField
        aria-label={text.from}
        placeholder={text.from}
        value={search.from}
        onChange={from => change({ from })}
      />
      <span aria-hidden="true">–</span>
      <DayField aria-label={text.to} placeholder={text.to} value={search.to} onChange={to => change({ to })} />
      {([monthOf(0), monthOf(1)] as const).map((month, at) => (
        <Button
          key={month.from}
          size="small"
          type={search.from === month.from && search.to === month.to ? 'primary' : 'default'}
          onClick={() => change(month)}
        >
          {at === 0 ? text.thisMonth : text.lastMonth}
        </Button>
      ))}
      {(search.from ?? search.to) !== undefined && (
        <Button size="small" type="link" onClick={() => change({ from: undefined, to: undefined })}>
          {text.everyDay}
        </Button>
      )}
    </search>
  )
}

function Export({ search }: ReportProps) {
  const text = useText()
  const { kind, every } = search
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      saveFile(
        await api.report.export({ params: { kind }, query: { ...toQuery(search), ...(every && { different: '0' }) } }),
        `reconciliation-${kind}.xlsx`,
      ),
    onError: error => message.error(describeError(error).message),
  })
  return (
    <CanButton
      authority="reconciliation:export"
      icon={<DownloadOutlined />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {text.export}
    </CanButton>
  )
}
