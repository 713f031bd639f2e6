import type { Sentences } from '@sluice/contract'

export const queueSentences: Sentences = {
  'The message has an object of more than {max} names, which is not read.':
    '消息里有一个对象的名称超过 {max} 个，不予读取。',
  'The message is a list of more than {max} elements.': '消息是一个列表，元素超过 {max} 个。',
  'The message is nested too deeply to be a record.': '消息嵌套层级过深，不能作为一条数据。',
  'The message has the name {name} twice in one object, and one of the values would be lost.':
    '消息的同一个对象里名称 {name} 出现了两次，会丢失其中一个值。',
  'The message is empty.': '消息为空。',
  'The message is not valid JSON.': '消息不是有效的 JSON。',
  'The message is not UTF-8 text.': '消息不是 UTF-8 文本。',
  'The message is no JSON object and no list of them.': '消息既不是 JSON 对象，也不是对象列表。',
  'Ask the sender for JSON objects, or choose another format of the message in the source.':
    '请让发送方发送 JSON 对象，或在源端选择其他消息格式。',
  'The message has a field "{field}" of its own, so its properties have no place.':
    '消息本身已有字段“{field}”，属性无处存放。',
  'Choose another field for the properties in the source.': '请在源端为属性另选一个字段。',
  'The field "{field}", which is the message, has no value.': '作为消息体的字段“{field}”没有值。',
  'Map it, or send the whole record as JSON.': '请映射该字段，或把整条数据以 JSON 发送。',
  'The field "{field}", which is part of the name {template}, has no value.':
    '字段“{field}”是名称 {template} 的一部分，但没有值。',
  'Map it, or write to a fixed name.': '请映射该字段，或写入固定名称。',
  'The stored place of this queue is not one of its own.': '保存的队列位置不属于该队列。',
  'Run the strategy anew: what was not acknowledged is delivered again.': '请重新运行方案：未确认的消息会再次投递。',
  'The {what} gives each message once; increments by a field are not possible.':
    '{what~}中每条消息只给一次，不能按字段增量。',
  'Switch off the increment.': '请关闭增量读取。',
  '{where} does not speak TLS.': '{where} 不支持 TLS。',
  'Use the port for encrypted connections, or set encryption to off.': '请使用加密端口，或关闭加密。',
  'Nothing was sent, because the run was stopped.': '运行已停止，没有发送任何内容。',
  'Let the broker keep more, or longer; ask the sender for what is missing.':
    '请让消息服务保留更多或更久；缺失的内容请向发送方索取。',
}
