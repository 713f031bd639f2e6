import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { RetentionSection } from './parts/retention-section.tsx'
import { TenantEndSection } from './parts/tenant-end-section.tsx'
import { TenantExports } from './parts/tenant-exports.tsx'
import { useText } from './use-text.ts'

/** Everything of the tenant: taken along, or brought to its end. */
export default function TenantData() {
  const text = useText()
  const { data, error, refetch } = useQuery(api.tenantEnd.get.query())
  if (!data)
    return (
      <>
        <PageHeader title={text.title} />
        <Section>{error ? <ErrorBlock error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} />}</Section>
      </>
    )
  const { name, code } = data.content
  return (
    <>
      <PageHeader title={text.title} text={text.intro(name, code)} />
      <TenantExports />
      <RetentionSection />
      <TenantEndSection tenant={data.content} />
    </>
  )
}
