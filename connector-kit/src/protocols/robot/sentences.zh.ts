import type { Sentences } from '@sluice/contract'

export const robotSentences: Sentences = {
  'There is no {id} here; a robot sends text and markdown.': '这里没有 {id}；机器人只发送 text 和 markdown。',
  'Choose one of the two kinds of message.': '请选择两种消息之一。',
  'A message has no field {name}.': '消息没有字段 {name}。',
  'Map to {names}.': '请映射到 {names}。',
  'The field {name} of a message takes text only.': '消息的字段 {name} 只接受文本。',
  'Change the value in the mapping.': '请在映射中改变这个值。',
  'The field {name} of the message is empty.': '消息的字段 {name} 为空。',
  'Map a field with a text to it.': '请把含有文本的字段映射给它。',
  'The message is longer than {max} bytes.': '消息超过 {max} 字节。',
  'Shorten it in the mapping.': '请在映射中缩短。',
  'The robot takes no more messages for the moment.': '机器人暂时不再接收消息。',
  'They are sent later by themselves; where that is often so, put several records into one message.':
    '稍后会自动发送；若经常如此，请把多条数据合并成一条消息。',
  'The service of the robot is out of order for the moment ({words}).': '机器人服务暂时无法工作（{words}）。',
  'The message is sent again by itself.': '消息会自动重新发送。',
  'The robot refused the key, the signature or the sender ({words}).': '机器人拒绝了密钥、签名或发送方（{words}）。',
  'Compare key and secret with the settings of the robot, its addresses and keywords too; it may have been removed.':
    '请与机器人的设置核对密钥和签名密钥，以及 IP 白名单和关键词；机器人也可能已被移除。',
  'The robot refused the message ({words}).': '机器人拒绝了消息（{words}）。',
  'Correct the record or its mapping, then process it again.': '请更正数据或映射，然后重新处理。',
  'The robot did not confirm the message, so it may be in the group or not.':
    '机器人没有确认消息，它可能已在群中，也可能没有。',
  'Look into the group, then confirm the record or process it again.': '请查看群消息，然后确认该数据或重新处理。',
  'key and signature are judged with the first message': '密钥和签名在发送第一条消息时判断',
}
