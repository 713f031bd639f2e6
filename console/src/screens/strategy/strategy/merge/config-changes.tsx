import type { StrategyConfig } from '@sluice/contract'
import { Table } from 'antd'
import { Difference as LineDifference } from '../../../../parts/difference.tsx'
import { useMergeText } from '../texts/use-merge-text.ts'
import './merge.css'
import { mergeConfig } from './merge-config.ts'
import { useTell } from './use-tell.ts'

export interface ConfigChangesProps {
  readonly label: string
  /** What is said when nothing differs. */
  readonly same: string
  readonly before: StrategyConfig
  readonly after: StrategyConfig
}

/** What differs between two configurations, setting by setting and field by field; for who wants it, line by line. */
export function ConfigChanges({ label, same, before, after }: ConfigChangesProps) {
  const text = useMergeText().changes
  const { taken, config } = mergeConfig(before, before, after)
  const tell = useTell(taken.mine)
  const lines = (
    // Settings in one order: only what differs is shown as different.
    <LineDifference label={label} same={same} before={mergeConfig(before, before, before).config} after={config} />
  )
  if (taken.mine.length === 0) return lines
  return (
    <>
      <Table
        aria-label={label}
        size="small"
        rowKey="key"
        pagination={false}
        // Shares of the width, or one long value would leave the other a few letters a line.
        tableLayout="fixed"
        dataSource={[...taken.mine]}
        columns={[
          { key: 'place', title: text.place, width: '28%', render: (_, each) => tell.place(each) },
          {
            key: 'before',
            title: text.before,
            width: '36%',
            render: (_, each) => <code>{tell.value(each, each.base)}</code>,
          },
          { key: 'after', title: text.after, render: (_, each) => <code>{tell.value(each, each.mine)}</code> },
        ]}
        className="st-changes"
      />
      <details className="st-taken">
        <summary>{text.lines}</summary>
        {lines}
      </details>
    </>
  )
}
