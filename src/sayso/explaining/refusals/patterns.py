# ruff: noqa: E501 - a pattern is read whole
"""The patterns, over the form that `plain_words` makes: words in small letters with one space between them,
` , ` between clauses, ` . ` between sentences. `_2 ` in a pattern stands for at most two words of any kind.

Each list is tried as one expression. Gaps are bounded, so that the time is linear in the text.
"""

import re

_MANY = re.compile(r"_(\d) ")


def _join(*patterns: str) -> re.Pattern[str]:
    """Any of them, from word to word."""
    spelled = (_MANY.sub(r"(?:[a-z0-9']+ ){0,\1}", one) for one in patterns)
    return re.compile("|".join(rf"(?<= ){one}(?= )" for one in spelled))


def _before(words: str, *, most: int) -> re.Pattern[str]:
    """One of the words at the end, with at most so many others behind it."""
    return re.compile(rf"(?<= )(?:{words}) (?:[a-z0-9',]+ ){{0,{most}}}$")


_STOP = r"(?= [.,])"
_SELF_VERB = (
    r"(?:kill|killing|killed|hang|hanging|shoot|shooting|drown|drowning|off|offing|neck|poison|end|ending)"
)
_SOFT_VERB = r"(?:hurt|hurting|cut|cutting|harm|harming|burn|burning|starve|starving)"

SELF_HARM = _join(
    rf"{_SELF_VERB} myself(?! (?:laughing|with laughter|at the gym|working|studying|trying|over this|over that|for (?:forgetting|not|missing|buying))\b)",
    rf"(?:want|wanted|going|urge|need|feel like|thinking of|thinking about|started|keep|back to|been|stop|like) (?:to )?_1 {_SOFT_VERB} myself(?! (?:shaving|some slack|while|on|a|off|out|short|at|playing|in the)\b)",
    rf"can not stop {_SOFT_VERB} myself",
    r"self harm(?:ing|ed)?",
    r"(?:no|not see (?:a|any|the|much)|see no) (?:point|sense|reason|joy) in (?:living|being alive|being here any more|going on)(?= (?:any|at|like|[.,]))",
    r"no one (?:would|will) (?:even )?(?:notice|care|miss me|cry) if i (?:was|were|am|is|died|disappeared|vanished|killed|left|die|disappear)(?: (?:gone|dead|not here))?(?! (?:late|there|at|in|from)\b)",
    r"i _3 (?:want|wish|hope|need|going) _2 (?:disappear|vanish|be gone) (?:forever|for good|for ever)",
    r"(?:he|she|they|friend|brother|sister|son|daughter|wife|husband|mom|mum|dad|partner|cousin|child|kid) _2 (?:wants|wanted|want|wishes) _1 to (?:die|be dead)(?! (?:laughing|happy|old|rich|for|of|from|in|at|on)\b)",
    r"i _2 (?:want|wish|need|would rather|long|going|ready|prefer|hope|rather) _2 (?:die|be dead|stop existing|not exist|cease to exist|not be alive|not wake up|never wake up)(?! (?:laughing|happy|old|rich|for|of|from|in peace|at ninety|at home|on this hill|on that hill|hard)\b)",
    r"wish _1 i (?:was|were) (?:dead|never born|not alive|not here any more)",
    r"wish i (?:had never been|was never|were never) born",
    r"wish i did not (?:exist|wake up)",
    r"i _1 (?:do not|never|no longer) _2 want to (?:be alive|exist|go on living|keep living|live any more|live any longer|be here any more|be on this earth|wake up any more|wake up tomorrow|wake up again|live like this any more)",
    rf"i _1 (?:do not|no longer) _2 want to (?:live|go on|wake up){_STOP}",
    r"(?:i|thinking of|thinking about|ready to|want to|going to) _6 (?:end|ending) (?:it all|my life|my own life)",
    r"(?:end|ending|take|taking|took) my (?:own )?life(?! (?:story|back|seriously|in a|into|for granted|one|day)\b)",
    r"i _6 (?:commit|committing|attempt|attempted|attempting) suicide",
    r"i _4 (?:suicidal|suicide)",
    r"my (?:suicide|suicide note|suicidal thoughts)",
    r"(?:better|happier|lighter|easier) (?:off )?(?:without me|if i (?:was|were) (?:dead|gone|not here|not around|never born))(?! (?:there|at|in|on|next|tonight|tomorrow|today)\b)",
    r"i _3 (?:be|am) better off dead",
    r"(?:no reason|nothing|not a reason) (?:left )?(?:for me )?to (?:live|live for|keep living|go on living)",
    r"i can not go on(?: like this| any more| living)?(?= [.,])",
    r"(?:tired|sick) of (?:living|being alive|life|existing)(?= [.,])",
    r"(?:my )?life is not worth living",
    r"i _3 (?:jump|jumping) (?:off|from) (?:a|the|this|that|some) (?:bridge|roof|building|balcony|cliff|tower)(?! (?:with|into the (?:sea|water|lake))\b)",
    r"in front of (?:a|the) (?:train|bus|truck|lorry|car) _4 (?:i|me|myself|over)",
    r"i _4 (?:jump|throw myself|step|walk) _1 in front of (?:a|the) (?:train|bus|truck|lorry|car)",
    r"(?:slit|slitting|cut|cutting) my (?:wrists?|throat|veins)",
    r"(?:took|taken|swallowed|take|swallow|taking) _1 (?:all|whole bottle|entire bottle|too many|handful|bottle) (?:of )?(?:my |the |these |those )?(?:pills|tablets|meds|sleeping pills|painkillers)",
    r"i _2 want (?:it all|everything|the pain|all of it|all of this) to (?:end|stop|be over)",
    r"(?:sleep|bed) and (?:never|not) wake up",
    r"i _2 (?:overdose|overdosing)",
    r"(?:wants|wanted|trying|tried|threatens|threatened|threatening|going|planning|thinking about|thinking of|talks about|talked about|keeps|considering) (?:to )?(?:kill|killing|hang|hanging|hurt|hurting|harm|harming|cut|cutting) (?:himself|herself|themself|themselves)",
    r"(?:he|she|they|friend|brother|sister|son|daughter|wife|husband|mom|mum|dad|partner|cousin) _1 (?:is|are|feels|might be|may be) suicidal",
)
KMS = re.compile(r"(?<= )kms(?= )")
NUMBERED = re.compile(r"(?:[0-9]+|few|many|more|less|hundred|thousand|ten|twenty|fifty|of|the|per|in) $")
DISTANCE = re.compile(r" (?:away|per|an|from|to the|on the|later|north|south|east|west|long|left|driven)\b")

NOT_I = _before(
    r"(?:told|tells|telling|asked|texted|messaged|tell|urged|dared|wants|wanted) (?:me|us) (?:to|they would)"
    r"|(?:saying|say|says|said|tell|telling|tells|told) (?:me )?(?:that )?i (?:should|deserve to|have to|need to|ought to)"
    r"|not|never|no longer|stopped|without|survived|instead of|not going|would never",
    most=2,
)
"""Before danger to oneself: somebody else said it, or it is denied."""
DENIED = re.compile(
    r" (?:not|never|no longer) (?!(?:even |really |just )?(?:wake|wakes|exist|be alive|breathe|survive|make it|live|see|deserve|be here|want to (?:be|live|exist|go|wake|keep)|worth|stop|a reason|go on|here|alive|born|been))"
)

_MEAN = r"(?:you|he|she|they|him|her|them|everyone|(?:your|his|her|their) (?:[a-z]+ )?[a-z]+|all of you|people like you)"
_DIE = r"(?:die|drop dead|be dead|rot|choke|suffer|burn|hang|perish|get (?:cancer|shot|raped|killed|stabbed|hit|run over|aids|beaten)|be (?:shot|killed|raped|hanged|hung|stabbed|beaten|lynched|gassed|put down|executed|burned|burnt|dead|exterminated|wiped out|tortured|drowned|castrated|eradicated|culled)|cease to exist|not exist|not be alive|never wake up|not wake up|kill yourself|not breathe)"
URGING = _join(
    r"kys",
    r"(?:go |please |just |and |should |could |then |to |better |now |[.,] |hurry up and |ought to |must |can |will you |you |why not )(?:go )?(?:and )?_1 (?:kill|hang|shoot|drown|neck|off|poison|end|stab|gas) yourself",
    r"(?:try|consider|recommend|suggest|suggesting|how about) (?:killing|hanging|shooting|drowning|offing|necking) yourself",
    r"kill your ?self(?= [.,])",
    r"(?:go|please|just|should|then) _1 (?:hurt|cut|harm|burn|starve) yourself(?! (?:some|off|out|a|loose|free)\b)",
    rf"{_MEAN} (?:all )?(?:should|ought to|need to|needs to|must|deserve to|deserves to|deserved to|had better|might as well) (?:all |just |really |probably |fucking |please |go |go and )?_1 {_DIE}(?! (?:of|from|for (?:your|their|his|her|our) country|in the (?:film|movie|book|game|end))\b)",
    r"(?:you|he|she|they) _2 (?:should|could|can|need to|ought to|might as well|better) _1 end (?:it all|your life|his life|her life|your own life)",
    r"(?:you|he|she|they) _2 (?:should|could|can|need to|ought to|might as well|better) _1 end it (?:[,.] )?_3 (?:world|everyone|people|no one|we|life|planet) _3 (?:better|lighter|happier|miss|care|notice|nicer|cleaner|relieved)",
    r"(?:world|everyone|we|people|planet|family|school|earth|place) _3 (?:better|lighter|happier|nicer|cleaner|better off) (?:off )?(?:place )?(?:without (?:you|them|him|her|people like you|your kind)|if you (?:were|was|are) (?:dead|gone|not here|not alive|never born))(?! (?:there|at|in|on|next|tonight|tomorrow|today|around)\b)",
    r"no one (?:would|will|is going to) (?:even )?(?:miss|cry for|mourn) you(?= [.,])",
    r"no one (?:would|will) _1 (?:notice|care|miss you) if you _2 (?:died|vanished|disappeared|were dead|were gone|was gone|was dead|killed)",
    r"(?:do|doing) (?:us|us all|the world|everyone|yourself|humanity|me|society|your family) (?:all )?a (?:favor|favour) (?:and|by|,) _2 (?:die|dying|end|ending|jump|jumping|kill|killing|hang|hanging|disappear|disappearing|off|drown|stop breathing)",
    r"you (?:do not|did not|never) deserve to (?:live|breathe|exist|be alive)",
    r"you should (?:have been|be) (?:aborted|swallowed|drowned at birth|strangled at birth)",
    r"go (?:and )?(?:die|drown|hang|choke|rot|jump off (?:a|the|that) (?:bridge|cliff|building|roof)|play in traffic|drink (?:some )?bleach|eat a bullet|get (?:shot|run over|cancer|hit by))",
    r"(?:jump off a bridge|drink bleach|play in traffic|slit your (?:wrists?|throat)|swallow (?:a|some) (?:bullet|pills|bleach))(?= [.,])",
    r"[.,] (?:please |just |hurry up and |so )?(?:die|drop dead) (?:already|slowly|in a (?:fire|hole|ditch)|painfully|alone|you|please|now|bitch|[.,])",
    rf"(?:i|we|everyone|all of us) _2 (?:hope|hopes|wish|pray|want|cannot wait until|can not wait until|can not wait for|would love|would love it if|would be happy if) (?:that )?(?:to see )?{_MEAN} _2 (?:to )?(?:{_DIE}|dies|died|rots|burns|chokes|suffers|drops dead|gets (?:cancer|shot|raped|killed|stabbed|hit|run over|aids|beaten)|do not wake up|does not wake up|do not wake|never wakes up|did not exist|were dead|was dead|are dead|is dead|kills? (?:himself|herself|themselves)|do not survive|do not make it|does not make it)(?! (?:of|from)\b (?:laughter|laughing|old age))",
    r"(?:he|she|they) (?:should|ought to|needs? to|deserves? to|had better|better) _2 (?:kill|hang|shoot|drown|off) (?:himself|herself|themselves|themself)",
    r"your (?:mom|mum|mother|family|kids|children|dad|father) (?:should|deserves?|needs?) (?:to )?_1 (?:die|burn|rot|suffer|be killed|be raped)",
)
URGED_NOT = _before(
    r"not|never|if you ever|think about|thinking about|thinking of|thoughts of|stop saying|stop telling people to|say|said|says|tell|told|instead of|rather than|without|if you"
    r"|when you|are you|have you|in case you|did you|you will|you are going to|you might|you could|you nearly"
    r"|you almost|saying|telling|word|wrote|commented|means|mean",
    most=4,
)
"""Before a call to die: denied, asked after, feared or quoted."""

_HARM = r"(?:kill|murder|stab|shoot|strangle|choke|behead|slit|gut|burn|smash|bash|punch|hurt|rape|hang|lynch|poison|end|bury|skin|cripple|maim|torture|execute|slaughter|crush|shank|knife|batter|curb stomp|stomp|slap|beat up|beat|kick|slice|carve|waste|drown|bomb|destroy|ruin|cut|hit|throttle|whack|knock out|assault|attack|run over|set fire to|throw acid at|finish)"
_PERSON = r"(?:you|him|her|them|everyone|every one of you|each of you|(?:that|this|the) (?:fucking |stupid |damn |little )?(?:bitch|man|woman|guy|girl|boy|dude|bastard|idiot|fool|kid|teacher|boss|clown|moron|referee|ref|driver|cop|officer|politician|president|mayor|minister|judge|doctor|nurse|coach|landlord|creep|prick|asshole|bully|manager|neighbor|neighbour|priest|reporter|journalist|whore|slut|traitor)|my (?:boss|teacher|wife|husband|ex|neighbor|neighbour|girlfriend|boyfriend)|(?:your|his|her|their) (?:(?:fucking|whole|entire|little|stupid|ugly|damn|goddamn|pretty|fat) )*(?:family|kids?|child|children|son|daughter|girl|boy|baby|sister|brother|grandma|friends?|wife|husband|mother|mom|mum|dad|father|dog|cat|face|head|skull|neck|throat|legs?|arms?|knees?|kneecaps?|teeth|nose|jaw|bones|ribs|fingers|hands?|back|spine|eyes|guts|house|home|car|windows|brains?|ass))"
_WILL = r"(?:will|am going to|are going to|is going to|going to|shall|swear i will|want to|am about to|promise to|plan to|would love to|would gladly|would happily|should|have to|ought to|need to|am gonna|have a mind to|will have to)"
THREAT = _join(
    rf"(?:i|we|my (?:brothers?|boys|friends|cousins?|dad|crew|gang)) (?:(?:swear|promise|am|really|just|so|honestly|all|both) )*{_WILL} _2 {_HARM} {_PERSON}",
    r"(?:i|we) (?:will|am going to|are going to|going to|shall|want to|would love to) _1 (?:break|snap|smash|knock|punch|rip|tear|cut|slit|crack|cave|bash|kick|blow|chop|saw|twist|crush|put a bullet in|put a knife in|put a fist in) (?:off |out |in |up )?(?:your|his|her|their|both your|every) (?:(?:fucking|whole|little|ugly|damn|goddamn|pretty|fat) )*(?:legs?|arms?|necks?|face|head|jaw|nose|teeth|bones?|skull|fingers?|kneecaps?|knees?|back|spine|throat|ribs|hands?|guts?|brains?|windows?|house|bone|tongue|eyes?)",
    r"(?:i|we) (?:will|am going to|are going to|going to) (?:come |find you |hunt you down |hunt you |track you down |come over |come there |be waiting |go over there )(?:and )",
    r"(?:i|we) (?:will|am going to|are going to|going to) (?:hunt|track) you down",
    rf"(?:i am|we are) (?:coming|on my way|on our way) _3 (?:to|and) _1 {_HARM} {_PERSON}",
    r"enjoy your last (?:night|day|days|meal|breath|hours|weekend|christmas)",
    r"(?:i|we) (?:will|am going to|are going to|going to) (?:come for you|come after you|get you for|make you (?:pay|suffer|bleed|scream|regret|wish)|put you in (?:a|the) (?:hospital|grave|coffin|ground|ditch)|put a bullet|put a knife|put bullets|bring a (?:gun|knife|bat)|shoot up|blow up|blow your|burn down|beat the (?:shit|crap|hell|life)|kick your teeth|fuck you up|mess you up|smash you|end your life)",
    r"you (?:are|will be) (?:a )?dead (?:meat|man|woman|to me and|when|if|the moment)",
    r"you are (?:all |so )?(?:going to|gonna) (?:die|bleed|burn|pay|suffer)(?= (?:for|tonight|soon|tomorrow|slowly|screaming|you|bitch|[.,]))",
    r"you will (?:all )?(?:die|bleed|burn|suffer)(?= (?:for|tonight|soon|tomorrow|slowly|screaming|you|bitch|[.,]))",
    r"you will pay (?:for (?:this|that|it|what)|with)",
    r"(?:i|we) know (?:exactly )?(?:where|which (?:school|house|street)) (?:you|your (?:kids|children|family|wife|daughter|son|mother|parents)) (?:live|lives|work|works|sleep|sleeps|go|goes|park)",
    r"(?:watch your back|sleep with one eye open|your days are numbered|you will not live to see|you will not see tomorrow|say your prayers|i have a bullet with your name|bullet with your name)",
    r"(?:shame|pity|sad) if (?:something|anything) _1 (?:happened|were to happen|happens) to (?:you|your|him|her|them|it|that)",
    r"(?:get|gets|have|getting) what (?:it|you|they|he|she|is) (?:deserves?|have coming|has coming|coming to) _6 [.] _6 (?:, )?_6 (?:house|street|door|address|school|live)",
    r"(?:someone|people|we|they|i|the government|soldiers|police) (?:really |just )?(?:should|ought to|needs? to|has to|have to|must) (?:just |really |finally )?(?:kill|shoot|hang|stab|lynch|gas|murder|execute|burn|rape|castrate|exterminate|assassinate|behead|strangle|drown) (?:you|him|her|them|(?:those|these|all|every) (?:[a-z]+ )?(?:people|men|women|jews|muslims|politicians|journalists|immigrants|migrants|cops|bastards|gays|blacks|whites|liberals|refugees|teachers|judges)|that (?:bitch|man|woman|bastard|idiot|clown)|your|the (?:president|mayor|teacher|judge|boss|bastards?|lot))",
    r"(?:kill|hang|shoot|gas|burn|lynch|exterminate|murder|behead|castrate|slaughter|eradicate|rape) (?:all|every|every single) (?:the |of the |these |those |of these |of those )?(?!(?:process|processes|lights?|zomb|bugs?|weeds?|enem|boss|monster|orc|mosquito|fly|flies|ant|ants|rat|rats|job|jobs|thread|threads|tabs?|apps?|germs?|bacteria|virus|viruses|goblin|npc|alien|demon|time|instances|tasks)s?)(?:[a-z]+)",
    r"(?:those|these|all|such) (?:[a-z]+ )?[a-z]+s (?:should|must|need to|ought to|deserve to) (?:all )?(?:be (?:shot|hanged|hung|killed|gassed|lynched|executed|exterminated|burned|burnt|put down|wiped out|castrated|sterilized|sterilised|culled|beaten|eradicated)|die|hang|burn|rot)(?! (?:of|from)\b)",
)
THREAT_NOT = _before(
    r"not|never|afraid|scared|worried|fear|feared|said|says|threatened|threatens|yelled|screamed|texted|wrote"
    r"|shouted|saying|told me|tells me|told us|think|thinks|thought",
    most=2,
)
"""Before a threat: denied, feared or reported."""
PLAYED = re.compile(
    r"(?:you|him|her|them|it|everyone) (?:in|at|on) (?:[a-z0-9']+ )?(?:chess|checkers|fifa|mario|kart|tennis|poker|scrabble|monopoly|golf|soccer|football|basketball|badminton|ping|pool|darts|bowling|cards|trivia|catan|smash|fortnite|minecraft|halo|tekken|the (?:game|race|quiz|final|finals|match|tournament|league)|this (?:game|match|race|quiz)|game|a (?:race|game|quiz|debate|match)|court|overwatch|valorant|uno|rocket|squash|karaoke)"
    r"|(?:end|hit|cut|shoot|slap|burn|beat|kick|smash|attack|finish|bury|destroy) (?:you|him|her|them) (?:up|off|out|back|a|an|some|to it|to the|by|with (?:kindness|love|kisses|homework|questions|hugs)|later|in on|at your own|home|on the (?:back|shoulder))"
    r"|(?:kill|murder|destroy|crush|beat|ruin) (?:you|him|her|them) with (?:kindness|love|kisses|hugs|my)"
)
WEAK_HARM = re.compile(
    rf"(?<= )(?:{_HARM}|break|snap|rip|tear|hunt|knife|gun|bullet|bullets|blood|bleed|dead|die|grave|coffin|hospital|regret|pay for|watch out|find you|coming for)(?= )"
)
FIGURATIVE = _join(
    r"(?:kill|kills|killing|killed|hurt|hurting|harm|harming|cut|cutting) (?:yourself|himself|herself|themselves|themself|myself)",
    r"(?:suicide|suicidal)(?: [a-z]+)?",
    r"(?:take|took|taken|taking) a bullet for",
    r"(?:could|would|might|will) (?:absolutely |really |seriously |just |honestly )?(?:murder|kill for|destroy|demolish|smash|slay) (?:a|an|some|the|this|that|another) (?:[a-z]+ )?(?!(?:man|woman|kid|child|person|guy|girl|boy|bitch|bastard|teacher|boss|family|dog|cat)\b)[a-z]+",
    r"(?:would|could|will|going to) kill for",
    r"(?:is|are|was|were|be|been|it|heat|feet|back|head|job|traffic|weather|shoes|commute|suspense|deadline|work|wait|noise) (?:is |are |was |been )?(?:literally |really |absolutely |slowly |just |totally |actually |straight up )*killing (?:me|us|it)",
    r"(?:kill|kills|killed|killing|slay|slaying|slayed|murdered|murdering|crushed|crushing|destroyed) (?:it|that (?:exam|song|solo|dance|presentation|performance|look|outfit)|the (?:exam|interview|mood|vibe|game|competition|audience|dance floor|presentation|solo|beat|song|lights?|engine|process|processes|switch|server|job|session|task|thread|tab|app|weeds?|germs?|power))",
    r"kill (?:the |a |this |that |these |all |off )?(?:feature|project|idea|plan|bill|meeting|deal|branch|build|proposal|product|rumou?r|conversation|music|sound|zombie process|process|processes|task|job|server|thread|session|lights?|engine|switch|time|app|tab|tabs|container|pod|daemon|weeds?|germs?|bacteria|mosquito|mosquitoes|fly|flies|spider|spiders|ants?|boss|zombies?|monsters?|dragon|mood|vibe|an hour|some time)",
    r"(?:dying|died|die|dead|dies) (?:of |from |with )?(?:laughing|laughter|embarrassment|cringe|boredom|curiosity|shame|cuteness|to (?:see|know|try|meet|hear|read|go|get|find|watch|eat|tell|ask)|for (?:a|an|some|this|that|the weekend))",
    r"(?:i am|we are|am|is|are|so|absolutely|literally) (?:literally |so |absolutely |actually |just |fucking )*(?:dead|dying|deceased)(?= [.,])",
    r"dead (?:tired|serious|on|right|wrong|end|easy|simple|sure|good|line|weight|last|heat|set|sexy|ass)",
    r"(?:beat|kill|destroy|crush|murder|smoke|wreck|annihilate|demolish|bury|obliterate|thrash|slaughter) (?:you|him|her|them|us|everyone|that team|this team) (?:in|at)",
    r"(?:my|your|his|her|our) (?:mom|mum|mother|dad|father|wife|husband|boss|parents|girlfriend|boyfriend|teacher|coach|sister|brother|doctor) (?:is going to|will|would|is gonna|would literally|is so going to) (?:kill|murder|strangle) (?:me|us)",
    r"(?:shoot|shooting|shot) (?:me|you|him|her|them|us) (?:a|an|the|over|your|that|some) (?:[a-z]+)",
    r"hit (?:me|you|him|her|them|us) up",
    r"(?:knock|knocked|knocking) (?:it|them|him|her|you) dead",
    r"break (?:a leg|your heart|my heart|his heart|her heart|the ice|your fast|the record|the bank)",
    r"killer (?:deal|app|feature|look|dress|song|riff|instinct|whale|queen|heels|guitar|solo|view)",
    r"(?:kills?|killing|killed) me with (?:her|his|their|your|its) [a-z]+",
    r"(?:over|before) my dead body",
    r"(?:drop|dropped) dead gorgeous",
    r"to die for",
    r"(?:if looks could|curiosity) kill(?:ed)?",
    r"kill two birds",
    r"(?:you|this|that|it|he|she) (?:guys |all |always |really |just )?(?:kill|kills|slay|slays) me",
)
_WHO = r"(?:he|she|they|someone|people|kids|guys|boys|girls|men|a man|some man|a guy|some guy|a woman|a stranger|strangers|classmates?|everyone|(?:my|our|the|his|her) (?:[a-z]+ )?(?:ex|husband|wife|partner|boyfriend|girlfriend|father|dad|mother|mom|mum|stepfather|stepdad|stepmother|brother|sister|uncle|aunt|boss|manager|teacher|coach|neighbor|neighbour|neighbors|neighbours|colleague|coworker|roommate|parents|family|landlord|bully|bullies|classmates?|priest|cousin|grandfather|customer|customers|driver|patient|passenger|doctor|ex husband|ex wife|ex boyfriend|ex girlfriend))"
TESTIMONY = _join(
    rf"{_WHO} (?:who |that )?_4 (?:called|calls|calling|beat|beats|hit|hits|raped|abused|abuses|choked|strangled|threatened|threatens|told|tells|yelled at|shouted at|screamed at|spat at|spat on|bullied|bullies|molested|assaulted|stalked|punched|kicked|slapped|hurt|groped|attacked|harassed|insulted|humiliated|stabbed|shoved|cornered|followed|pushed|mocked) (?:at )?(?:me|us|my (?:son|daughter|child|kid|kids|children|wife|husband|mother|mom|mum|sister|brother|friend|girlfriend|boyfriend))",
    r"i (?:was|got|have been|am being|was being|used to be|keep being|keep getting|had been) _1 (?:called|raped|beaten|abused|bullied|assaulted|harassed|molested|threatened|groped|stalked|attacked|hit|punched|kicked|told to|spat|slapped|insulted|mocked|choked)",
    r"(?:being|getting|been|be) (?:called|told) (?:a|an|to|that|names|worthless|ugly|fat|stupid)",
    rf"{_WHO} _3 (?:said|says|wrote|commented|posted|texted|messaged|dmed|replied|screamed|shouted|yelled|spat|hissed|whispered) (?:that i|i was|i am|to me|kys|kill yourself|under my|on my|at me|me|, [a-z]+)",
    r"(?:message|messages|comments?|dms?|letter|note|email|emails|texts?|voicemail) (?:saying|that said|telling me|calling me|that called me|that say|reading)",
)
TURNED = re.compile(
    r" (?:because|but|and|since|so) (?:all|these|those|most|every|they) (?:[a-z]+ ){0,3}(?:are|is|should|must)\b"
)
"""Behind a testimony: it was only the way in."""
SUPPORT = _join(
    r"(?:trans|black|gay|queer|women|brown|asian|disabled|jewish|muslim|lgbt|lgbtq|immigrant|migrant|refugee|indigenous|palestinian|dalit) (?:women|men|people|kids|youth|folks|folk|girls|boys|lives|rights|pride|joy|power)? ?(?:are (?:women|men|people|human|valid|welcome|beautiful|our|my)|lives matter|rights are|matter|belong|deserve (?:rights|respect|better|to (?:live|be safe|feel safe|exist)|love|equal|dignity)|is valid|pride)",
    r"(?:love|support|stand with|standing with|stand by|respect|defend|defending|protect|proud of|happy for|march for|marched for|fight for|fighting for|ally of|allies of) (?:all |my |our |the |every |these |those )*(?:[a-z]+ )?(?:trans|black|gay|queer|lesbian|bi|brown|asian|disabled|jewish|muslim|lgbt|lgbtq|immigrants?|migrants?|refugees?|indigenous|women|woman|jews|muslims|sikhs|hindus|latinos|latinas|roma|deaf|autistic)",
    r"(?:no human is illegal|love is love|refugees welcome|black lives matter|trans rights|women's rights|protect trans)",
)
