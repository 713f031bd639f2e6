import { Failure, type SourceConfig } from '@sluice/contract'
import { z } from 'zod'
import type { Table } from './table.ts'

const Options = z.object({ where: z.string().nullish() })

/** A condition is text for the server's SELECT; a log is not asked by SELECT. @throws Failure `follow.condition` */
export function refuseCondition(config: SourceConfig): void {
  if (!Options.parse(config.options).where?.trim()) return
  throw new Failure({
    code: 'follow.condition',
    message: 'A source that is followed cannot have a condition of the database.',
    field: 'where',
    advice: "Use the strategy's row filter instead.",
  })
}

/** What the first step of a check sees: the table's name. @throws Failure `follow.view`, `follow.condition` */
export function checkFollowed(table: Table, config: SourceConfig): string {
  refuseCondition(config)
  if (table.kind === 'table') return table.label
  throw new Failure({
    code: 'follow.view',
    message: `${table.label} is a view; only tables can be followed.`,
    advice: 'Follow the tables behind it.',
  })
}
