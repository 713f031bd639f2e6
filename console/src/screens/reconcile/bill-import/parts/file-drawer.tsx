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

function Figures({ detail }: { readonly detail: ImportDetail }) {
  const all = useText()
  const text = all.detail
  const amount = useAmount()
  const name = (key: string) => all.figures[key.replace(/^\d+\./, '') as keyof typeof all.figures] ?? key // keys of the contract
  return (
    <Section title={text.figures} isFlush>
      <Table
        size="small"
        pagination={false}
        rowKey={figure => `${figure.key} ${figure.line}`}
        dataSource={detail.figures}
        columns={[
          { key: 'key', title: text.figure, render: (_, figure) => name(figure.key) },
          {
            key: 'line',
            title: text.where,
            render: (_, figure) => (figure.line === null ? text.entered : text.line(figure.line)),
          },
          {
            key: 'declared',
            title: text.declared,
            align: 'end',
            render: (_, figure) => <span className="sl-number">{amount(figure.declared)}</span>,
          },
          {
            key: 'counted',
            title: text.counted,
            align: 'end',
            render: (_, figure) => <span className="sl-number">{amount(figure.counted)}</span>,
          },
          {
            key: 'agrees',
            title: '',
            render: (_, figure) => (figure.agrees ? `✓ ${text.agrees}` : `✗ ${text.differs}`),
          },
        ]}
      />
    </Section>
  )
}

function Problems({ detail }: { readonly detail: ImportDetail }) {
  const text = useText().detail
  return (
    <Section title={text.problems(detail.problem_count)} isFlush>
      <Table
        size="small"
        rowKey={problem => `${problem.line} ${problem.code}`}
        dataSource={detail.problems}
        pagination={detail.problems.length > 10 && { pageSize: 10, size: 'small' }}
        scroll={{ x: 'max-content' }}
        columns={[
          { key: 'line', title: text.lineNo, align: 'end', render: (_, problem) => problem.line },
          { key: 'column', title: text.column, render: (_, problem) => problem.column ?? text.noColumn },
          { key: 'reason', title: text.reason, render: (_, problem) => problem.message },
          { key: 'value', title: text.value, ellipsis: true, width: 240, render: (_, problem) => problem.value },
        ]}
      />
    </Section>
  )
}

function Preview({ detail }: { readonly detail: ImportDetail }) {
  const text = useText().detail
  const amount = useAmount()
  return (
    <Section title={text.preview} isFlush>
      <Table
        size="small"
        rowKey={line => `${line.line_no} ${line.kind} ${line.amount}`}
        dataSource={detail.lines}
        pagination={{ pageSize: 10, size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: 'max-content' }}
        columns={[
          { key: 'no', title: text.lineNo, align: 'end', render: (_, line) => line.line_no },
          { key: 'time', title: text.time, render: (_, line) => <span className="sl-number">{line.time}</span> },
          { key: 'kind', title: text.kind, render: (_, line) => line.kind },
          { key: 'order', title: text.order, render: (_, line) => line.order_no },
          { key: 'txn', title: text.txn, render: (_, line) => line.txn_no },
          {
            key: 'amount',
            title: text.amount,
            align: 'end',
            render: (_, line) => <span className="sl-number">{amount(line.amount)}</span>,
          },
          {
            key: 'balance',
            title: text.after,
            align: 'end',
            render: (_, line) => <span className="sl-number">{amount(line.balance)}</span>,
          },
          { key: 'remark', title: text.remark, render: (_, line) => line.remark },
        ]}
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
