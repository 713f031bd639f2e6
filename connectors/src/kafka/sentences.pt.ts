import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'The user lacks the right to this topic.': 'O usuário não tem permissão para este tópico.',
  'Give it Describe and Read (source) or Write (target) on the topic with kafka-acls.':
    'Dê-lhe Describe e Read (origem) ou Write (destino) no tópico com kafka-acls.',
  'The cluster is choosing a leader or a coordinator.': 'O cluster está escolhendo um líder ou um coordenador.',
  'It goes on by itself; if this stays, look at the state of the partitions.':
    'Continua sozinho; se persistir, verifique o estado das partições.',
  'The message is larger than the topic takes.': 'A mensagem é maior do que o tópico aceita.',
  'Send fewer fields, or raise max.message.bytes of the topic.':
    'Envie menos campos ou aumente max.message.bytes do tópico.',
  'Too few replicas are in step to take a message.': 'Há poucas réplicas sincronizadas para receber uma mensagem.',
  'It goes on by itself when min.insync.replicas are there again.':
    'Continua sozinho quando min.insync.replicas for atingido de novo.',
  'The cluster takes no consumer group of this name.': 'O cluster não aceita um grupo de consumidores com este nome.',
  'Choose another name in the source.': 'Escolha outro nome na origem.',
  'Other consumers are at work in this consumer group.':
    'Outros consumidores estão trabalhando neste grupo de consumidores.',
  'Choose a group of its own in the source.': 'Escolha um grupo próprio na origem.',
  'The user lacks the right to this consumer group.': 'O usuário não tem permissão para este grupo de consumidores.',
  'Give it Read on the group with kafka-acls, or choose another group.':
    'Dê-lhe Read no grupo com kafka-acls ou escolha outro grupo.',
  'The broker does not know this way to sign in.': 'O broker não conhece esta forma de entrar.',
  'Choose one that sasl.enabled.mechanisms of the broker names.':
    'Escolha uma que esteja em sasl.enabled.mechanisms do broker.',
  'The broker asks for no sign-in on this port.': 'O broker não pede autenticação nesta porta.',
  'Leave the user name empty, or use the port for SASL.': 'Deixe o nome de usuário vazio ou use a porta de SASL.',
  'The broker refused the user name or the password.': 'O broker recusou o nome de usuário ou a senha.',
  'Check both, and the way to sign in.': 'Verifique ambos e a forma de entrar.',
  'The cluster refused the request: {reason}.': 'O cluster recusou a solicitação: {reason}.',
  'Look at the log of the broker.': 'Consulte o log do broker.',
  'The connection to the broker broke.': 'A conexão com o broker caiu.',
  'It is made again by itself; if this stays, look at the log of the broker.':
    'Ela é refeita sozinha; se persistir, consulte o log do broker.',
  'The broker hung up; it may ask for a sign-in.': 'O broker desligou; talvez peça autenticação.',
  'Enter user name and password, and choose the way to sign in.':
    'Informe nome de usuário e senha e escolha a forma de entrar.',
  'The broker gives no answer.': 'O broker não responde.',
  'Try again later; if this stays, look at the log of the broker.':
    'Tente novamente mais tarde; se persistir, consulte o log do broker.',
  'The port does not speak the protocol of Kafka.': 'A porta não fala o protocolo do Kafka.',
  'Check port and encryption, and whether the broker asks for a sign-in; Kafka usually listens on 9092, and on 9093 for encrypted connections.':
    'Verifique a porta, a criptografia e se o broker pede autenticação; o Kafka geralmente escuta na 9092 e, com criptografia, na 9093.',
  'The broker is older than Kafka 2.3.': 'O broker é anterior ao Kafka 2.3.',
  'Connect to a newer cluster.': 'Conecte a um cluster mais novo.',
  'The cluster has {count} brokers, and they cannot all be behind one address.':
    'O cluster tem {count} brokers, e eles não podem estar todos atrás de um só endereço.',
  'Let the brokers advertise addresses that can be reached from here, and choose those.':
    'Faça os brokers anunciarem endereços acessíveis daqui e escolha esses.',
  'There is no topic {topic}.': 'Não existe o tópico {topic}.',
  'Check the name and the rights of the user, or create the topic first.':
    'Verifique o nome e as permissões do usuário ou crie o tópico antes.',
  'The stored place in partition {partition} of {topic} lies behind its end: the topic was made anew.':
    'A posição armazenada na partição {partition} de {topic} fica além do fim: o tópico foi recriado.',
  'Reset the consumer group or choose another one, and run the strategy anew.':
    'Redefina o grupo de consumidores ou escolha outro e execute a estratégia novamente.',
  'A batch of messages in partition {partition} of {topic} cannot be read.':
    'Um lote de mensagens na partição {partition} de {topic} não pode ser lido.',
  'Look at the offset with a tool of Kafka; the log of the broker may be damaged.':
    'Verifique a posição com uma ferramenta do Kafka; o log do broker pode estar danificado.',
  'The topic {topic} removed {count} messages of partition {partition} before they were read.':
    'O tópico {topic} removeu {count} mensagens da partição {partition} antes de serem lidas.',
  'The topic {topic} has {count} more partitions; they are read as well.':
    'O tópico {topic} tem mais {count} partições; elas também são lidas.',
  'The stored place of this topic is not one of its own.': 'A posição armazenada deste tópico não é dele.',
  'Run the strategy anew: it goes on from where its consumer group was committed.':
    'Execute a estratégia novamente: ela continua de onde o grupo de consumidores foi confirmado.',
  'The message is larger than 8 MiB and was left out.': 'A mensagem é maior que 8 MiB e foi deixada de fora.',
  'Send large contents through files, and their addresses through the topic.':
    'Envie conteúdos grandes por arquivos, e seus endereços pelo tópico.',
  'The message takes a record away, and its key has the name {path} twice, so that one of the values would be lost.':
    'A mensagem remove um registro, e sua chave tem o nome {path} duas vezes, de modo que um dos valores seria perdido.',
  'The message takes a record away, and its key does not name the key fields.':
    'A mensagem remove um registro, e sua chave não indica os campos-chave.',
  'Choose one key field, or let the sender write the key as JSON with all key fields.':
    'Escolha um só campo-chave ou peça ao remetente a chave em JSON com todos os campos-chave.',
  'The key field "{field}" has no value.': 'O campo-chave "{field}" não tem valor.',
  'Map a field to it.': 'Mapeie um campo para ela.',
  'A message without a key cannot take a record away.': 'Uma mensagem sem chave não pode remover um registro.',
  'Choose the field with the key, or key fields, in the target.':
    'Escolha o campo com a chave, ou campos-chave, no destino.',
  'The message was held back, because one before it in its partition did not surely arrive.':
    'A mensagem foi retida, porque não é certo que uma anterior da mesma partição tenha chegado.',
  'It is sent again by itself.': 'É enviada de novo sozinha.',
  Kafka: 'Kafka',
  'Reads topics by partition and commits its position once stored; writes topics by key.':
    'Lê tópicos por partição e confirma sua posição depois de armazenar; grava tópicos pela chave.',
  'Way to sign in': 'Forma de entrar',
  'SASL PLAIN': 'SASL PLAIN',
  'SCRAM-SHA-256': 'SCRAM-SHA-256',
  'SCRAM-SHA-512': 'SCRAM-SHA-512',
  'Used when there is a user name. PLAIN sends the password as it is: encrypt the line too.':
    'Usada quando há um nome de usuário. PLAIN envia a senha como ela é: criptografe também a conexão.',
  'Addresses of the brokers': 'Endereços dos brokers',
  'As the cluster advertises them': 'Como o cluster os anuncia',
  'The address above': 'O endereço acima',
  'Choose the address above for a single broker that advertises an address which cannot be reached from here (tunnel, forwarded port).':
    'Escolha o endereço acima para um único broker que anuncia um endereço inacessível daqui (túnel, porta encaminhada).',
  'Consumer group': 'Grupo de consumidores',
  'What is stored is committed to it: a new run goes on from there, and tools show its lag. Two strategies that both want all need two groups.':
    'O que está armazenado é confirmado nele: uma nova execução continua dali, e as ferramentas mostram o atraso. Duas estratégias que queiram todas as mensagens precisam de dois grupos.',
  'Where a new group begins': 'Onde um novo grupo começa',
  'The first message': 'A primeira mensagem',
  'Messages from now on': 'Mensagens a partir de agora',
  'A point in time': 'Um momento',
  'Begin at': 'Começar em',
  'A time with its zone; begins with the first message whose timestamp is not earlier.':
    'Um horário com fuso; começa na primeira mensagem cujo carimbo de tempo não seja anterior.',
  'Field with the key': 'Campo com a chave',
  'Messages of one key go to one partition, in order. Empty: the key fields; without those, no key.':
    'Mensagens de uma chave vão para uma partição, em ordem. Vazio: os campos-chave; sem eles, nenhuma chave.',
  'Fields sent as headers': 'Campos enviados como cabeçalhos',
  'Separated by commas; each is sent as a header of its name too.':
    'Separados por vírgulas; cada um também é enviado como cabeçalho com seu nome.',
  Compression: 'Compressão',
  None: 'Nenhuma',
  gzip: 'gzip',
  'With snappy': 'Com snappy',
  'With lz4': 'Com lz4',
  'With zstd': 'Com zstd',
}
