import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { Button, Table, Tooltip } from 'antd'
import { useState } from 'react'
import { Drawer } from '../ui/drawer.tsx'
import { PlatformIcon } from '../ui/platform-icon.tsx'
import { Section } from '../ui/section.tsx'
import { Pair } from './pair.tsx'

const rows = [
  { id: '1', name: 'Orders to ERP', written: '12,480' },
  { id: '2', name: 'Stock to shop', written: '903' },
]

/** How close rows stand, and where figures stand in them. */
export const Density = () => (
  <Section title="Density" text="Rows of 36 to 40 px; figures at the right, in digits of one width">
    <Pair
      good={<Rows align="right" />}
      bad={<Rows align="center" />}
      why="Figures are compared by their places: they have to stand below each other."
    />
  </Section>
)

const Rows = ({ align }: { readonly align: 'right' | 'center' }) => (
  <Table
    size="small"
    rowKey="id"
    pagination={false}
    dataSource={rows}
    columns={[
      { title: 'Strategy', dataIndex: 'name' },
      { title: 'Written', dataIndex: 'written', align, className: align === 'right' ? 'sl-number' : '' },
    ]}
  />
)

/** What lies over what. */
export const Elevation = () => (
  <Section title="Elevation" text="Page, section, and what lies over the page">
    <div className="de-line">
      <span className="de-level">page</span>
      <span className="de-level de-level-section">section: a border</span>
      <span className="de-level de-level-over">menu, drawer, dialog: a shadow</span>
    </div>
    <Pair
      good={<p>A heading and lines within a section</p>}
      bad={
        <div className="de-level de-level-section">
          <div className="de-level de-level-section">a box in a box</div>
        </div>
      }
      why="One weight per level: a frame within a frame says nothing."
    />
  </Section>
)

/** Drawings beside words. */
export const Icons = () => (
  <Section title="Icons" text="antd’s outlined set beside a word; platforms have their marks">
    <div className="de-line">
      <PlatformIcon icon={{ text: 'Pg', color: '#336791' }} />
      <PlatformIcon icon={{ text: 'Ka', color: '#231F20' }} />
      <PlatformIcon icon={{ text: 'ER', color: '#722ED1' }} />
    </div>
    <Pair
      good={
        <div className="de-line">
          <Button icon={<EditOutlined />}>Edit</Button>
          <Tooltip title="Delete">
            <Button type="text" aria-label="Delete" icon={<DeleteOutlined />} />
          </Tooltip>
        </div>
      }
      bad={<Button type="text" icon={<DeleteOutlined />} />}
      why="Alone it has a name for screen readers and a tooltip; without them it is a riddle."
    />
  </Section>
)

/** What moves, and for how long. */
export function Motion() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title="Motion"
      text="What opens moves for 100 to 200 ms; nothing moves by itself; who wants less gets none"
    >
      <Button onClick={() => setOpen(true)}>Open a drawer</Button>
      <Drawer open={isOpen} title="A drawer" size={360} onClose={() => setOpen(false)}>
        It came from where it belongs, and the focus goes back to what opened it.
      </Drawer>
    </Section>
  )
}
