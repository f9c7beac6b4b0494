"""Words for the slots of the templates to learn from, and what may stand before and after a sentence.

Those for the held-out templates are in `held_out_fillers`.
"""

from typing import Final

WORDS: Final[dict[str, tuple[str, ...]]] = {
    "bad": (
        "stupid", "lazy", "dirty", "dangerous", "disgusting", "violent", "dishonest", "greedy", "dumb",
        "evil", "rude", "ugly", "crazy", "weak", "useless", "filthy", "sneaky", "ignorant", "worthless",
        "selfish", "untrustworthy", "backward", "cruel", "primitive", "repulsive",
    ),
    "badn": (
        "thieves", "liars", "criminals", "terrorists", "idiots", "freaks", "savages", "losers", "cheats",
        "a burden", "a disgrace", "a problem", "freeloaders", "crooks", "cowards", "parasites on society",
        "a threat to us all", "traitors", "degenerates", "a waste of space", "leeches", "frauds",
        "scroungers",
    ),
    "dehum": (
        "animals", "rats", "parasites", "vermin", "pigs", "a disease", "trash", "cockroaches", "monkeys",
        "scum", "subhuman", "a plague", "filth", "garbage", "a cancer", "subhuman scum", "insects", "a virus",
        "maggots", "dogs", "an infestation", "human waste", "beasts",
    ),
    "good": (
        "kind", "funny", "hardworking", "smart", "generous", "brave", "lovely", "talented", "wonderful",
        "beautiful", "great", "friendly", "warm", "clever", "decent", "loyal", "patient", "trustworthy",
        "gentle", "resilient", "creative", "thoughtful", "polite", "caring", "welcoming",
    ),
    "job": (
        "doctor", "teacher", "nurse", "bus driver", "lawyer", "cook", "farmer", "engineer", "musician",
        "scientist", "baker", "plumber", "dentist", "cashier", "pharmacist", "manager", "carpenter",
        "librarian", "journalist", "chef", "firefighter", "mechanic", "social worker", "coach", "postman",
        "surgeon",
    ),
    "place": (
        "our town", "the city", "my school", "the office", "Canada", "the north", "my street", "this country",
        "the village", "the team", "our neighbourhood", "my city", "our community", "the old quarter",
        "this street", "the capital", "our district", "the valley", "my hometown", "the suburbs",
        "our school", "this part of the world", "our county", "the coast", "Europe",
    ),
    "event": (
        "dinner", "a wedding", "a concert", "a picnic", "a meeting", "church", "a football match",
        "a birthday party", "the street festival", "the school fair", "the summer party", "the wedding",
        "the town meeting", "the book club dinner", "the office party", "the graduation ceremony",
        "the New Year's party", "the charity run", "the concert", "the spring fair", "the family reunion",
        "the neighbourhood picnic", "the harvest festival", "the cup final", "the parade", "the bake sale",
    ),
    "prof": (
        "fucking", "damn", "bloody", "goddamn", "freaking", "fuckin", "frigging", "freakin", "fucken",
        "f*cking", "f***ing", "fkn", "motherfucking", "flipping", "fricking",
    ),
    "thing": (
        "weather", "printer", "traffic", "homework", "Monday mornings", "phone", "bus", "game", "code",
        "exam", "internet", "alarm clock", "laptop", "coffee machine", "app", "website", "sofa", "car",
        "washing machine", "jacket", "keyboard", "sandwich", "remote control", "umbrella", "chair",
        "vacuum cleaner", "bike", "playlist", "cake",
    ),
    "praise": (
        "awesome", "brilliant", "great", "amazing", "delicious", "hilarious", "perfect", "beautiful", "good",
        "wonderful", "fantastic", "magnificent", "superb", "terrific", "marvellous", "splendid", "stunning",
        "lovely", "remarkable", "fabulous", "glorious", "delightful", "spectacular", "first-rate",
    ),
    "name": (
        "Sam", "Maria", "Tom", "Aisha", "John", "Lena", "David", "Mei", "Robin", "Alex", "Jordan", "Kevin",
        "Leila", "Nina", "Oscar", "Priya", "Daniel", "Zoe", "Marcus", "Hannah", "Diego", "Grace", "Yusuf",
        "Karen", "Felix",
    ),
    "insult": (
        "stupid", "an idiot", "a fool", "a moron", "dumb", "a loser", "lazy", "a liar", "useless", "pathetic",
        "an imbecile", "ugly", "crazy", "a clown", "a jerk", "worthless", "ignorant", "a bad person",
    ),
    "word": (
        "idiot", "stupid", "moron", "loser", "fool", "jerk", "dumb", "clown",
    ),
    "laugh": ("lol", "haha", "lmao", "ha", "pfft", "hah", "Lol,", "Haha,", "hehe"),
    "nonsense": (
        "nonsense", "rubbish", "tosh", "drivel", "garbage", "twaddle", "piffle", "baloney", "balderdash",
        "hogwash",
    ),
    "tail": (
        "he was never offside", "she is twice the player", "we will win by three goals",
        "you have not watched a single match this year", "nobody I know rates him",
        "I would not swap him for anyone", "no one in this town would agree", "check the table again",
        "the first film was far better", "you must have watched another game", "it rained all day",
        "have another look at the sources", "your lot have not won in years",
    ),
    "friend": ("mate", "pal", "buddy", "my friend", "friend", "dude"),
    "unkind": (
        "ridiculous", "unfair", "silly", "stubborn", "dramatic", "difficult", "rude", "impatient", "harsh",
        "unreasonable",
    ),
}  # fmt: skip

# Most sentences stand alone, hence the empty ones.
OPENERS: Final = (
    "", "", "", "", "",
    "Honestly, ", "tbh ", "Well, ", "lol ", "I have to say: ", "look, ", "@user ", "So ", "RT @user: ",
    "ok but ",
)  # fmt: skip
CLOSERS: Final = (
    "", "", "", "", "", "",
    " lol", " That's all.", " tbh", " What do you think?", " #truth", " 😊", " ...", " !!", " Just saying.",
    " Have a good day.",
)  # fmt: skip
