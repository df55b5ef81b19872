import CStandardStreams
import RidealongCLI

ridealong_standard_streams_start()
await Ridealong.main()
