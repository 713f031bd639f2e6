import { useWords } from '../../../lib/i18n.ts'
import { useCan } from '../../../lib/session.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { security } from './pages.ts'
import { PolicySection } from './parts/policy-section.tsx'
import { ProviderSection } from './parts/provider-section.tsx'
import { TokenSection } from './parts/token-section.tsx'
import { useText } from './use-text.ts'

/** How members of the tenant sign in: second factors, identity providers, tokens for scripts. */
export default function Security() {
  const text = useText()
  const say = useWords()
  const can = useCan()
  return (
    <>
      <PageHeader title={say(security.title)} text={text.intro} />
      <PolicySection />
      <ProviderSection />
      {can('user:query') && <TokenSection />}
    </>
  )
}
