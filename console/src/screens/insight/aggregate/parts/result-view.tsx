import type { TableProps } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import type { Definition, Group, Preview, Row } from '../types.ts'
import { Chart } from './chart.tsx'
import { Coverage } from './coverage.tsx'
import { ResultTable } from './result-table.tsx'

const DrillDrawer = lazyPart(async () => ({ default: (await import('./drill-drawer.tsx')).DrillDrawer }))

export interface ResultViewProps {
  readonly strategyId: string
  readonly definition: Definition
  readonly result: Preview
  readonly paging?: TableProps<Row>['pagination']
}

/** What a report says: of how many records, as a picture and as a table whose figures open. */
export function ResultView({ strategyId, definition, result, paging }: ResultViewProps) {
  const [group, setGroup] = useState<Group | null>(null)
  return (
    <>
      <Coverage result={result} />
      <Chart definition={definition} result={result} />
      <ResultTable
        definition={definition}
        result={result}
        {...(paging !== undefined && { paging })}
        onDrill={setGroup}
      />
      {group && (
        <Suspense>
          <DrillDrawer strategyId={strategyId} definition={definition} group={group} onClose={() => setGroup(null)} />
        </Suspense>
      )}
    </>
  )
}
