import { ExportOutlined } from '@ant-design/icons'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { CanButton } from '../../../../ui/can.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { exportJobs } from '../pages.ts'
import type { RecordFilter } from '../types.ts'
import { useText } from '../use-text.ts'

const ExportForm = lazyPart(async () => ({ default: (await import('./export-form.tsx')).ExportForm }))

/** Exports what a strategy's list shows, however much that is, and leads to where it can be downloaded. */
export function ExportButton({ strategyId, filter }: { readonly strategyId: string; readonly filter: RecordFilter }) {
  const text = useText()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <CanButton icon={<ExportOutlined />} authority="strategy:export" onClick={() => setOpen(true)}>
        {text.inBackground}
      </CanButton>
      {isOpen && (
        <Suspense>
          <ExportForm
            strategyId={strategyId}
            filter={filter}
            onBegun={() => navigate(exportJobs.href({ search: { strategy: strategyId } }))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
