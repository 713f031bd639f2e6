import { Alert, Tag } from 'antd'
import { useFormat } from '../../../../lib/format.ts'
import { useCan } from '../../../../lib/session.ts'
import { PlatformIcon } from '../../../../ui/platform-icon.tsx'
import { Section } from '../../../../ui/section.tsx'
import type { Detail } from '../types.ts'
import { useText } from '../use-text.ts'

/** What has to be there before: connections with their rights, other packages, values that are asked for. */
export function Needs({ detail }: { readonly detail: Detail }) {
  const text = useText()
  const { number } = useFormat()
  const can = useCan()
  const missing = detail.permissions.filter(each => !can(each))
  return (
    <Section title={text.needs}>
      <div className="sl-stack">
        <ul className="mk-list">
          {detail.connections.map(connection => (
            <li key={connection.slot}>
              <span className="mk-pair">
                {connection.platform && <PlatformIcon icon={connection.platform.icon} />}
                <strong>{connection.title}</strong>
              </span>
              {connection.platform === null && <div className="sl-muted">{text.notHere}</div>}
              {connection.rights.length === 0 ? (
                <div className="sl-muted">{text.noRights}</div>
              ) : (
                <ul aria-label={text.rights}>
                  {connection.rights.map(right => (
                    <li key={right}>{right}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
        {detail.dependencies.length > 0 && (
          <div>
            <h3>{text.dependencies}</h3>
            {detail.dependencies.map(({ field, value }) => (
              <Tag key={field}>
                {field} {value}
              </Tag>
            ))}
          </div>
        )}
        {missing.length > 0 && (
          <Alert
            type="warning"
            showIcon
            title={text.lacksRights}
            description={missing.map(each => <Tag key={each}>{each}</Tag>)}
          />
        )}
        <div>
          <h3>{text.parameters}</h3>
          {detail.parameters.length === 0 && <span className="sl-muted">{text.noParameters}</span>}
          <ul className="mk-list">
            {detail.parameters.map(({ name, title, help }) => (
              <li key={name}>
                {title}
                {help !== '' && <div className="sl-muted">{help}</div>}
              </li>
            ))}
          </ul>
        </div>
        {detail.maps.length > 0 && (
          <div>
            <h3>{text.maps}</h3>
            {detail.maps.map(({ name, lines }) => (
              <Tag key={name}>
                {name} {text.lines(number(lines))}
              </Tag>
            ))}
          </div>
        )}
      </div>
    </Section>
  )
}
