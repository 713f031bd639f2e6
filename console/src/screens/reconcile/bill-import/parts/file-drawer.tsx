import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Descriptions, Table } from 'antd'
import { useEffect, useRef } from 'react'
import { useAmount } from '../../../../lib/amount.ts'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useWords } from '../../../../lib/i18n.ts'
import { Drawer } from '../../../../ui/drawer.tsx'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Section } from '../../../../ui/section.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { ImportDetail, ImportFile } from '../types.ts'
import { useText } from '../use-text.ts'
import { FileActions } from './file-actions.tsx'
import { Progress } from './progress.tsx'
import { isUnderWay, lookWhile, refreshFiles } from './queries.ts'
import { Figures, Preview, Problems } from './reading.tsx'

/** What a bill was read as: why it may be believed, or the first line that says it may not. */
export function FileDrawer({ id, onClose }: { readonly id: string; onClose(): void }) {
  const text = useText().detail
  const { data, error, refetch } = useQuery({
    ...api.billImport.get.query({ params: { id } }),
    ...lookWhile<{ content: ImportDetail }>(answer => isUnderWay(answer.content.file)),
  })
  useEnd(data?.content.file)
  return (
    <Drawer open size={1040} title={data?.content.file.name ?? text.title} onClose={onClose}>
      {data && <Detail detail={data.content} />}
      {!data && error && <ErrorBlock error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={10} />}
    </Drawer>
  )
}

/** Lines, balances and lists are others once the work on a file has ended. */
function useEnd(file: ImportFile | undefined): void {
  const client = useQueryClient()
  const isBusy = file !== undefined && isUnderWay(file)
  const wasBusy = useRef(isBusy)
  useEffect(() => {
    if (wasBusy.current && !isBusy) void refreshFiles(client)
    wasBusy.current = isBusy
  }, [client, isBusy])
}

function Detail({ detail }: { readonly detail: ImportDetail }) {
  const text = useText().detail
  const { file } = detail
  if (isUnderWay(file) && file.job?.step === 'check')
    return (
      <>
        <FileActions detail={detail} />
        <Skeleton rows={8} />
      </>
    )
  return (
    <>
      <Notes detail={detail} />
      <FileActions detail={detail} />
      <Summary detail={detail} />
      {detail.problems.length > 0 && <Problems detail={detail} />}
      {detail.figures.length > 0 && <Figures detail={detail} />}
      {detail.lines.length > 0 && <Preview detail={detail} />}
      {detail.columns.length > 0 && (
        <Section title={text.fates} isFlush>
          <Fates detail={detail} />
        </Section>
      )}
    </>
  )
}

function Notes({ detail }: { readonly detail: ImportDetail }) {
  const text = useText().detail
  const amount = useAmount()
  const { file, before, opening } = detail
  const warnings = [
    ...(detail.gap_days > 0 ? [text.gap(detail.gap_days)] : []),
    ...(before !== null && opening !== null && before !== opening
      ? [text.breaks(amount(before), amount(opening))]
      : []),
    ...(detail.repeated > 0 ? [text.repeated(detail.repeated)] : []),
    ...(detail.late === null ? [] : [text.late(detail.late.lines, detail.late.month)]),
    ...(detail.known > 0 ? [text.known(detail.known)] : []),
  ]
  return (
    <>
      {file.failure && (
        <Alert
          type="error"
          showIcon
          title={file.failure.message}
          {...(file.failure.advice && { description: file.failure.advice })}
        />
      )}
      {!file.failure && detail.is_proved && <Alert type="success" showIcon title={text.proved} />}
      {warnings.map(warning => (
        <Alert key={warning} type="warning" showIcon title={warning} />
      ))}
    </>
  )
}

function Summary({ detail }: { readonly detail: ImportDetail }) {
  const all = useText()
  const text = all.detail
  const { number } = useFormat()
  const say = useWords()
  const amount = useAmount()
  const { file } = detail
  const money = (value: string | null) => <span className="sl-number">{amount(value)}</span>
  const items = [
    [all.columns.account, `${file.account_name} · ${file.currency}`],
    [all.columns.format, file.format_name === null ? '–' : say(file.format_name)],
    [all.columns.state, <Progress key="state" file={file} />],
    [all.columns.period, file.period_from === null ? '–' : `${file.period_from} – ${file.period_to}`],
    [text.rows, number(file.rows_total)],
    [text.encoding, file.encoding ?? '–'],
    [text.in, money(file.in)],
    [text.out, money(file.out)],
    [text.balance, detail.opening === null ? '–' : `${amount(detail.opening)} → ${amount(detail.closing)}`],
  ] as const
  return (
    <Section title={text.summary}>
      <Descriptions
        size="small"
        column={{ xs: 1, md: 3 }}
        items={items.map(([label, children]) => ({ key: label, label, children }))}
      />
    </Section>
  )
}

function Fates({ detail }: { readonly detail: ImportDetail }) {
  const all = useText()
  const text = all.detail
  const name = (use: string | null) => (use === null ? text.kept : all.uses[use as keyof typeof all.uses]) // words of the contract
  const columns = detail.columns.filter(column => column.label !== '')
  return (
    <Table
      size="small"
      pagination={false}
      rowKey={column => column.label}
      dataSource={columns}
      columns={[
        { key: 'label', title: text.column, render: (_, column) => column.label },
        { key: 'use', title: text.use, render: (_, column) => name(column.use) },
      ]}
    />
  )
}
