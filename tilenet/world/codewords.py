"""The words that codes of tables are made of: short, known to everybody, and none that sounds or looks like another."""

WORDS = tuple(
    """
abbey abode acid acorn acre acrobat actor adapt adobe adult agent agile airport alarm album alcove alert algebra
alien alley almond alpha alpine amber ambush amigo ample analog anchor angel ankle answer anthem antique antler
anvil apart apron arcade arch archer arctic arena argue aroma arrow artist aspen asphalt aster astro atlas atom
attic auburn august author autumn avenue avocado award awning axle azure baby bacon badge bagel baker balcony
ballad ballet balloon balm bamboo banana banjo banner barber barley barn barrel barrier basalt basil basket batch
bazaar beach beaver beetle beige belfry bellhop bicycle big billow binder biology birch birdie biscuit bison
blanket blaze blossom bobcat bodega boiler bold bonfire bonus book border bottle boulder bounce bouquet bowl box
boxer brain branch brass brave breeze brick bridge bright brisket bronze broom brother brown brownie brush bubble
bucket budget buffalo bugle builder bumper bundle bunny burger burrow bus butler button buzzer cabin cable cactus
cadet cafe calf calico camel camera camp canal canary candle candy canoe canvas canyon capitol captain caramel
caravan carbon card cargo carpet carrot cartoon cascade cashew castle cat cavern cedar ceiling celery cellar cello
chalk chamber channel chariot charm chateau cheese chef cherry chess chicken chilli chimney chin choir chorus
chowder cinema circle circus citrus city clam clarity classic clever cliff climate clinic clock cloud clown club
cluster coach coast coaster cobalt cobra cocoa coconut coffee cologne colony column comedy comet comic compass
concert condor contour cookie copper coral cork corner cosmos cottage cotton courier cousin cove cowboy coyote
crab cradle crane crater crayon cream cricket crimson crinkle crisp crocus crouton cruise crumb crystal cube
cuckoo culture cup cupcake curator curfew curry curtain cushion custard cycle cyclone cymbal dairy dance dapper
darling dash dawn decade deck decoy delta denim dentist depot deputy desert detail detour dewdrop diamond dice
diesel digit dignity diner dinghy diploma disco dizzy doctor dog dolly dolphin domino donkey donut door dorm
dorsal double dough dragon drama drawer dress drift drill driver drizzle drum duet dulcet dune dusk dynamo eager
eagle early earring earth easel east echo eclipse edge editor effort egg eight elbow elder elegant eleven elf
elite embassy emblem emerald empire empress emu enamel encore energy engine enigma enzyme epic equal equator
eraser errand escort essay estate eureka evening evolve exact exit expert extra eyebrow fabric factory falafel
falcon family famous fancy fanfare farmer fashion father fathom faucet fellow fence fennel fern ferry festive
fiction fiddle field fiesta fifty filter finale finch finger fire firefly fish fjord flag flame flannel flapper
flask fleet flicker flint float flora florist flurry flute flutter foam focus foghorn folder folk footman forest
forge formula forty fossil freckle freight fresh friday friend frog frost fruit fudge fugue furnace gadget galaxy
gallery gallon garage garden garlic garnet gate gazebo gazelle gecko gelato gem general gentle geyser gherkin
giant gift gingham giraffe glacier glad glass glider glimmer glitter globe glue goat goblet goblin gondola gong
good goose gopher gorilla gossip gourmet gown grand granite grape gravel gravity gravy green grid griffin grocer
groove grotto group guard guava guest guide guitar gull gusto habit halibut hamlet hammer hammock hamster happy
harmony harp harpoon harvest hatchet hawk hazel heart heaven helium helmet helper herb hermit heron hiccup hickory
highway hiker hill hippo hobby hockey holiday hollow honest honey horizon hornet horse hotel hover hub humble
hummus hundred hurdle husky hybrid hydrant iceberg icicle icon idea igloo iguana image impala indigo infant inlet
insect iris island isotope italic ivory ivy jacket jackpot jade jaguar jam jasmine jaunty java javelin jazz jelly
jersey jester jetpack jewel jigsaw jingle journal journey joy juggler juice jukebox july jumbo junior juniper
karate kayak kebab keeper kelp kestrel kettle key keyhole kidney kimono king kiosk kitchen kite kitten kiwi koala
kumquat label ladder ladle lagoon lake lamb lantern laptop lasagna laser lattice laurel leader leaf learn leather
legend legion lemon leopard lesson letter level library lichen lilac lily linen lion liquid list lively lizard
llama lobster local locket lodge loft logic lotus lounge lucky lumber lunar lunch luxury lynx lyric macaw machine
magenta magic magnet magpie mailbox major mallard mammoth mango mansion mantis marble margin marina market maroon
mascot mask matador matrix meadow medal melody melon member memory mentor menu mercury mermaid meteor method metro
microbe mild mimosa mineral minnow mint minute mirror model mohair moment monday monsoon moon morning mosaic moss
moth motor mouse movie muffin mural muscle museum music mustang muzzle mystery nacho napkin narwhal native nature
navy nebula nectar needle nephew neptune nest neutral nickel nimble nine noble noise nomad noodle normal north
nougat novel nugget nurse nutmeg nylon oak oasis oatcake oatmeal obelisk oboe ocean oceanic octave october octopus
office olive omega omelet omnibus onion onyx opal open opera opinion orange orbit orbital orchard orchid organ
orient origami osprey ostrich otter ottoman outdoor outpost oxygen oyster ozone paddle paella page pagoda paint
palace palette pancake panda panther papaya paper papyrus parade parasol parcel parent parfait park parsley party
pasta pastel pasture patio peacock peanut pearl pebble pecan pelican pencil penguin pepper perfect perfume period
petal petunia phone photo phrase physics piano pickle picnic pigeon pilaf pilot pinball pink pioneer pipe pirate
pixel pizza planet plate playful plaza plenty plum plumage poem polar polaris polite polka pollen pond popcorn
poppy porch portal possum postman potato powder prairie pretzel prism prize proud prune public pudding pulley
pulsar pumpkin pupil puppet purple pyramid python quail quaint quarry quartz queen quick quiet quince quiver quiz
quokka quota radar radiant radio radish raft ragtime rainbow raisin ramble random ranger rapid raven razor ready
recipe record reef referee regal relay relic remedy reptile rescue resort result reward rhino rhubarb rhythm
ribbon ripple risotto robin robot rodeo roller rollick roof rooster rope round router rowboat royal ruby rudder
ruler rumba runner rustic safari saffron saga sailor salad salami salmon salsa salute sandal sardine satin saturn
sauce sauna savanna sawdust scallop scarf scarlet scenic school science scooter scout screen script seagull season
second secret seed seesaw senator sesame seven shadow shallow shark sherbet sheriff shield shiny ship shirt shore
shovel shrimp shuttle silent silk silver simple siren sister sixty skate sketch skill skipper skunk sky skylark
sleigh sloth smart smile smooth snack snail snow snowman soap soccer soda sonar sonic sonnet soprano sorbet south
soybean space sparkle sparrow speaker sphinx spider spinach spiral splash sponge spoon spring sprout spruce squash
squid stadium stage stamp station statue steam stencil stereo stew stone stork street stripe strong studio suburb
sugar sultan summer sumo sundial sunset super surfer swan sweater swift swing symbol syrup taco tadpole talent
tandem target tarot taxi teacup teapot teddy temple tempo tennis tent terrace thimble thirty thistle thrift throne
thumb thunder ticket tide tiger timber tiny tissue tofu tomato topaz topiary totem toucan tower tractor trail
trapeze tree trellis tribe trio trolley trophy trout truck truffle trumpet tugboat tulip tundra tunnel turbo
turkey turnip turtle tutor tuxedo tweed twelve twenty twig twist ukulele uncle unicorn uniform unit upbeat update
upper urban useful usher utopia vacuum valve vanilla vault velvet vendor venus veranda verse vessel veteran
viaduct vibrant victor video village vintage vinyl viola violet viper virtue vision vivid voice volcano volume
voyage wafer waffle wagon wallaby walnut walrus waltz warbler warm wave wedding weekend welcome whale wheat wheel
whisker wicker widget window winner wisdom wolf wombat wonder wool world worthy yacht yeti yoga yogurt young yucca
zebra zenith zephyr zero zigzag zinc zipper zodiac zoology
""".split()  # noqa: SIM905
)
