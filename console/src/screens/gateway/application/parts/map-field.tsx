import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { keepRows } from '../../../../lib/query.ts'
import type { Application } from '../types.ts'
import { useText } from '../use-text.ts'

/** Value maps that the application may look values up in; the server finds them by words. */
export function MapField({ of: chosen }: { readonly of: Application['maps'] }) {
  const text = useText().form
  const [keyword, setKeyword] = useState('')
  const query = { ...(keyword !== '' && { keyword }), page: 1, pageSize: 50, sort: 'name' as const }
  const { data } = useQuery({ ...api.mapping.list.query({ query }), ...keepRows })
  const found = data?.content ?? []
  const rows = [...found, ...chosen.filter(({ id }) => !found.some(each => each.id === id))]
  return (
    <Form.Item name="map_ids" label={text.maps} extra={text.mapsHint}>
      <Select
        mode="multiple"
        maxCount={200}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        options={rows.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Form.Item>
  )
}
