import { ExportOutlined } from '@ant-design/icons'
import { Section } from '../../../../ui/section.tsx'
import { listSecrets } from '../model.ts'
import type { Platform } from '../types.ts'
import { useText } from '../use-text.ts'
import { RoleTags } from './role-tags.tsx'

/** Beside the form: what the platform is, where its credentials come from, what becomes of them. */
export function HelpPanel({ platform }: { readonly platform: Platform }) {
  const text = useText().help
  return (
    <Section title={text.title} className="cn-help">
      <p>{platform.describe}</p>
      <p>
        <RoleTags roles={platform.roles} />
      </p>
      <p>{text.environment}</p>
      {listSecrets(platform.connector_params).length > 0 && <p>{text.secrets}</p>}
      {platform.connector_help_link !== null && (
        <a className="cn-help-link" href={platform.connector_help_link} target="_blank" rel="noreferrer">
          {text.link} <ExportOutlined />
        </a>
      )}
    </Section>
  )
}
