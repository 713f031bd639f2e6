import { PageHeader } from '../../../ui/page-header.tsx'
import { ExportSection } from './parts/export-section.tsx'
import { PlanSection } from './parts/plan-section.tsx'
import { useText } from './use-text.ts'

/** The tenant's configuration out into files, and files into the tenant. */
export default function ConfigFiles() {
  const text = useText()
  return (
    <>
      <PageHeader title={text.title} text={text.intro} />
      <ExportSection />
      <PlanSection />
    </>
  )
}
