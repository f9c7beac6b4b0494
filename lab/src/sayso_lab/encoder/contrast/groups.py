"""The groups that templates are filled with. Those held out are others than those to learn from.

One form stands in both: a gay man, of gays to learn from and of gay men held out.
"""

from typing import Final, NamedTuple


class Group(NamedTuple):
    """Its members (`teachers`), one of them (`a teacher`), and its name among the encoder's groups."""

    members: str
    member: str
    target: str


LEARNED_GROUPS: Final = (
    Group("Muslims", "a Muslim", "muslim"), Group("muslim people", "a muslim man", "muslim"),
    Group("Jews", "a Jew", "jewish"), Group("Jewish people", "a Jewish person", "jewish"),
    Group("black people", "a black person", "black"), Group("blacks", "a black guy", "black"),
    Group("African Americans", "an African American", "black"), Group("Africans", "an African", "black"),
    Group("women", "a woman", "women"), Group("girls", "a girl", "women"),
    Group("feminists", "a feminist", "women"), Group("gay people", "a gay person", "lgb"),
    Group("gays", "a gay man", "lgb"), Group("homosexuals", "a homosexual", "lgb"),
    Group("lesbians", "a lesbian", "lgb"), Group("trans people", "a trans person", "trans"),
    Group("trans women", "a trans woman", "trans"),
    Group("transgender people", "a transgender person", "trans"),
    Group("immigrants", "an immigrant", "immigrants"), Group("foreigners", "a foreigner", "immigrants"),
    Group("asylum seekers", "an asylum seeker", "immigrants"), Group("migrants", "a migrant", "immigrants"),
    Group("disabled people", "a disabled person", "disability"),
    Group("blind people", "a blind person", "disability"),
    Group("people with Down syndrome", "a person with Down syndrome", "disability"),
    Group("Mexicans", "a Mexican", "latino"), Group("Latinos", "a Latino", "latino"),
    Group("Asians", "an Asian", "asian"), Group("Chinese people", "a Chinese person", "asian"),
    Group("Japanese people", "a Japanese person", "asian"), Group("Indians", "an Indian", "south_asian"),
    Group("Pakistanis", "a Pakistani", "south_asian"), Group("Arabs", "an Arab", "arab"),
    Group("Palestinians", "a Palestinian", "arab"), Group("Christians", "a Christian", "christian"),
    Group("Catholics", "a Catholic", "christian"), Group("atheists", "an atheist", "other_religion"),
    Group("Buddhists", "a Buddhist", "other_religion"), Group("white people", "a white person", "white"),
    Group("white men", "a white man", "white"), Group("men", "a man", "men"),
    Group("Native Americans", "a Native American", "indigenous"),
    Group("Poles", "a Polish person", "nationality_ethnicity"),
    Group("gypsies", "a gypsy", "nationality_ethnicity"),
    Group("Russians", "a Russian", "nationality_ethnicity"), Group("Somalis", "a Somali", "black"),
    Group("straight people", "a straight person", "other"), Group("old people", "an old person", "other"),
    Group("queer people", "a queer person", "lgb"), Group("black women", "a black woman", "black"),
    Group("Ukrainians", "a Ukrainian", "nationality_ethnicity"),
    Group("Turks", "a Turk", "nationality_ethnicity"), Group("Greeks", "a Greek", "nationality_ethnicity"),
    Group("Albanians", "an Albanian", "nationality_ethnicity"),
    Group("Serbs", "a Serb", "nationality_ethnicity"), Group("Kurds", "a Kurd", "nationality_ethnicity"),
    Group("Armenians", "an Armenian", "nationality_ethnicity"),
    Group("Italians", "an Italian", "nationality_ethnicity"), Group("Kenyans", "a Kenyan", "black"),
    Group("Ethiopians", "an Ethiopian", "black"), Group("Jamaicans", "a Jamaican", "black"),
    Group("Ghanaians", "a Ghanaian", "black"), Group("Filipinos", "a Filipino", "asian"),
    Group("Thai people", "a Thai person", "asian"), Group("Indonesians", "an Indonesian", "asian"),
    Group("Taiwanese people", "a Taiwanese person", "asian"),
    Group("Sri Lankans", "a Sri Lankan", "south_asian"), Group("Nepalis", "a Nepali", "south_asian"),
    Group("Tamils", "a Tamil", "south_asian"), Group("Cubans", "a Cuban", "latino"),
    Group("Brazilians", "a Brazilian", "latino"), Group("Guatemalans", "a Guatemalan", "latino"),
    Group("Venezuelans", "a Venezuelan", "latino"), Group("Egyptians", "an Egyptian", "arab"),
    Group("Moroccans", "a Moroccan", "arab"), Group("Lebanese people", "a Lebanese person", "arab"),
    Group("indigenous Australians", "an indigenous Australian", "indigenous"),
    Group("Inuit people", "an Inuit person", "indigenous"), Group("Sunnis", "a Sunni", "muslim"),
    Group("Shiites", "a Shiite", "muslim"), Group("Jehovah's Witnesses", "a Jehovah's Witness", "christian"),
    Group("Baptists", "a Baptist", "christian"), Group("Ashkenazi Jews", "an Ashkenazi Jew", "jewish"),
    Group("Buddhists", "a Buddhist", "other_religion"),
    Group("pansexual people", "a pansexual person", "lgb"),
    Group("asexual people", "an asexual person", "lgb"),
    Group("intersex people", "an intersex person", "trans"), Group("trans men", "a trans man", "trans"),
    Group("amputees", "an amputee", "disability"),
    Group("people with dementia", "a person with dementia", "disability"),
    Group("dyslexic people", "a dyslexic person", "disability"),
    Group("pregnant women", "a pregnant woman", "women"), Group("teenage girls", "a teenage girl", "women"),
    Group("single mothers", "a single mother", "women"), Group("grandmothers", "a grandmother", "women"),
    Group("single fathers", "a single father", "men"),
    Group("migrant workers", "a migrant worker", "immigrants"),
    Group("short people", "a short person", "other"),
    Group("working class people", "a working class person", "other"),
    Group("environmentalists", "an environmentalist", "political"),
)  # fmt: skip

HELD_OUT_GROUPS: Final = (
    Group("Sikhs", "a Sikh", "other_religion"), Group("Hindus", "a Hindu", "other_religion"),
    Group("bisexual people", "a bisexual person", "lgb"), Group("gay men", "a gay man", "lgb"),
    Group("nonbinary people", "a nonbinary person", "trans"), Group("transsexuals", "a transsexual", "trans"),
    Group("deaf people", "a deaf person", "disability"),
    Group("autistic people", "an autistic person", "disability"),
    Group("wheelchair users", "a wheelchair user", "disability"),
    Group("refugees", "a refugee", "immigrants"), Group("Nigerians", "a Nigerian", "black"),
    Group("Haitians", "a Haitian", "black"), Group("Koreans", "a Korean", "asian"),
    Group("Vietnamese people", "a Vietnamese person", "asian"),
    Group("Hispanics", "a Hispanic person", "latino"), Group("Puerto Ricans", "a Puerto Rican", "latino"),
    Group("Syrians", "a Syrian", "arab"), Group("Iranians", "an Iranian", "arab"),
    Group("Mormons", "a Mormon", "christian"), Group("Protestants", "a Protestant", "christian"),
    Group("ladies", "a lady", "women"), Group("mothers", "a mother", "women"),
    Group("Romani people", "a Romani person", "nationality_ethnicity"),
    Group("Romanians", "a Romanian", "nationality_ethnicity"),
    Group("Orthodox Jews", "an Orthodox Jew", "jewish"), Group("Israelis", "an Israeli", "jewish"),
    Group("Aboriginal people", "an Aboriginal person", "indigenous"),
    Group("Bangladeshis", "a Bangladeshi", "south_asian"),
)  # fmt: skip
