import { Table } from 'antd'
import { useAmount } from '../../../../lib/amount.ts'
import { Section } from '../../../../ui/section.tsx'
import type { ImportDetail } from '../types.ts'
import { useText } from '../use-text.ts'

/** What a file states of itself, against what was read. */
export function Figures({ detail }: { readonly detail: Pick<ImportDetail, 'figures'> }) {
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

/** The lines that contradict, each with its column. */
export function Problems({ detail }: { readonly detail: Pick<ImportDetail, 'problems' | 'problem_count'> }) {
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

/** The first lines as they would count. */
export function Preview({ detail }: { readonly detail: Pick<ImportDetail, 'lines'> }) {
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
