import { Form, Select, TreeSelect } from 'antd'
import { Row } from '../../../../parts/row.tsx'
import { Section } from '../../../../ui/section.tsx'
import { toTree } from '../model.ts'
import { useText } from '../use-text.ts'
import { useCollections, usePlatforms } from './queries.ts'

interface Place {
  readonly platform: string | undefined
  readonly collection: string | null
}
export interface PlaceRowsProps extends Place {
  readonly showProblems: boolean
  onChange(place: Place): void
}

/** To which platform a new interface belongs, and to which of its categories. */
export function PlaceRows({ platform, collection, showProblems, onChange }: PlaceRowsProps) {
  const all = useText()
  const platforms = usePlatforms()
  const collections = useCollections(platform)
  const options = (platforms.data ?? []).filter(each => each.takes_assets)
  return (
    <Section>
      <Form layout="vertical" component="div" className="as-columns as-form">
        <Row
          label={all.asset.platform}
          isRequired
          hint={all.asset.httpOnly}
          problem={showProblems && platform === undefined ? all.asset.choosePlatform : undefined}
        >
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={all.asset.choosePlatform}
            {...(platform !== undefined && { value: platform })}
            options={options.map(each => ({ value: each.id, label: each.name }))}
            onChange={(id: string) => onChange({ platform: id, collection: null })}
          />
        </Row>
        <Row label={all.asset.collection}>
          <TreeSelect
            allowClear
            treeDefaultExpandAll
            placeholder={all.asset.noCollection}
            {...(collection !== null && { value: collection })}
            treeData={toTree(collections.data ?? [])}
            onChange={(id: string | undefined) => onChange({ platform, collection: id ?? null })}
          />
        </Row>
      </Form>
    </Section>
  )
}
